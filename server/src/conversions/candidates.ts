import { sql } from 'kysely';
import { parsedFields, relationsOfAll } from '../entries/change/relations.ts';
import { nobodyObjects, readObjections } from '../entries/search/objections.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable, Instant } from '../store/tables.ts';
import { type Cursor, type KeysetQuery, type Order, rowsAfter } from './keyset.ts';

/** An entry that came with an ad click, with what decides on the conversions to export. */
export type Candidate = Awaited<ReturnType<typeof withDetails>>[number];

type Row = Pick<EntriesTable, 'gclid' | 'fields' | 'extra' | 'resultat' | 'suspicion'> & {
  readonly id: number;
  readonly receivedAt: Instant;
  readonly spam: 0 | 1;
  readonly duplicateOf: number | null;
  readonly admissionRevoked: 0 | 1;
};

const columns = sql.raw(
  'id, received_at as "receivedAt", gclid, fields, extra, resultat, suspicion, spam, duplicate_of as "duplicateOf", admission_revoked as "admissionRevoked"',
);
/** Must equal the condition of the partial index `entries_conversions`. */
const isCandidate = sql.raw(
  `kind = 'commercial' and test = 0 and stage is not null
   and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null)`,
);
const keyset: KeysetQuery = {
  table: 'entries',
  columns,
  // Restricted entries are not served. What was served of them before stays: see `candidatesWith`.
  where: sql`${isCandidate} and restriction is null`,
  instant: 'received_at',
  as: 'receivedAt',
};
const oldestFirst = rawStatement<Cursor, Row>((p) => rowsAfter(keyset, p, 'oldest first'));
const newestFirst = rawStatement<Cursor, Row>((p) => rowsAfter(keyset, p, 'newest first'));
const byIds = rawStatement<{ ids: readonly number[] }, Row>(
  (p, dialect) => sql`select ${columns} from entries where ${dialect.idIn('id', p.ids)}`,
);
const stagedActions = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('actions')
    .select(['entry_id as entryId', 'date', 'time', 'stage', 'done'])
    .where(dialect.idIn('entry_id', p.ids))
    .where('stage', 'is not', null)
    .where('done', '=', sql.lit(1)),
);
const servedBefore = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  db
    .selectFrom('conversions')
    .select([
      'entry_id as entryId',
      'milestone',
      'converted_at as at',
      'name',
      'cents',
      'retracted_at as retractedAt',
    ])
    .where(dialect.idIn('entry_id', p.ids)),
);

/** Position of an entry in the order of receipt. */
export function cursorAt({ receivedAt, id }: Candidate): Cursor {
  return { instant: receivedAt, id };
}

/** Returns a chunk of the entries after a cursor that came with a click and have a stage. `contentKey` as in secrets.ts. */
export async function candidatesFrom(
  read: Queries,
  cursor: Cursor,
  order: Order,
  contentKey: string,
): Promise<Candidate[]> {
  const rows = await read.all(order === 'oldest first' ? oldestFirst : newestFirst, cursor);
  return withDetails(read, rows, await objecting(read, rows, contentKey));
}

/** Returns entries by id, whatever their state and without regard to objections; deleted ones are missing. */
export async function candidatesWith(read: Queries, ids: readonly number[]): Promise<Candidate[]> {
  return withDetails(read, await read.all(byIds, { ids }), new Set());
}

/** Returns the ids of the entries of which a person objects to being contacted. */
async function objecting(
  read: Queries,
  rows: readonly Row[],
  contentKey: string,
): Promise<ReadonlySet<number>> {
  const objections = await readObjections(read, contentKey);
  if (objections === nobodyObjects) return new Set();
  const ids = rows.map(({ id }) => id);
  const relations = await relationsOfAll(read, ids);
  const people = ({ id, fields }: Row) => [
    parsedFields(fields),
    ...(relations.get(id) ?? []).map((relation) => relation.fields),
  ];
  return new Set(rows.filter((row) => objections(people(row)).size > 0).map(({ id }) => id));
}

async function withDetails(read: Queries, rows: readonly Row[], objecting: ReadonlySet<number>) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const actions = Map.groupBy(await read.all(stagedActions, { ids }), ({ entryId }) => entryId);
  const served = Map.groupBy(await read.all(servedBefore, { ids }), ({ entryId }) => entryId);
  return rows.map(({ id, gclid, extra, receivedAt, resultat, admissionRevoked, ...row }) => ({
    id,
    gclid,
    extra,
    receivedAt,
    resultat,
    excluded: exclusionOf(row),
    objected: objecting.has(id),
    actions: actions.get(id) ?? [],
    admissionRevoked: admissionRevoked === 1,
    /** As they were first served. */
    served: new Map((served.get(id) ?? []).map(({ milestone, ...one }) => [milestone, one])),
  }));
}

/** Why an entry is not counted: marked by staff, or suspected spam. */
function exclusionOf(row: Pick<Row, 'spam' | 'suspicion' | 'duplicateOf'>): 'spam' | 'duplicate' | null {
  if (row.spam === 1 || row.suspicion !== null) return 'spam';
  return row.duplicateOf === null ? null : 'duplicate';
}
