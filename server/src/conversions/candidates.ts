import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable, Instant, Json } from '../store/tables.ts';
import type { Milestone, StagedAction, Standing } from './milestones.ts';
import { type Order, type Paged, rowsPast } from './page.ts';

/** An entry that came with a click, as far as it decides what is told of it. */
export interface Candidate extends Standing {
  readonly id: number;
  readonly gclid: string | null;
  readonly extra: Json | null;
  /** Why it counts for nothing: staff have said so, or it looks so. */
  readonly aside: 'spam' | 'duplicate' | null;
  readonly served: ReadonlyMap<Milestone, Served>;
}

/** A conversion that has been served before, as it was. */
export interface Served {
  readonly at: Instant;
  readonly name: string;
  readonly cents: number | null;
  readonly retractedAt: Instant | null;
}

/** Where an entry stands in the order of receipt. */
export interface Cursor {
  readonly receivedAt: Instant;
  readonly id: number;
}

/** How many entries are looked at in one go: intake waits for so many. */
export const entriesInSlice = 200;

type Row = Pick<EntriesTable, 'gclid' | 'extra' | 'resultat' | 'suspicion'> & {
  readonly id: number;
  readonly receivedAt: Instant;
  readonly spam: 0 | 1;
  readonly duplicateOf: number | null;
};

const columns = sql.raw(
  'id, received_at as "receivedAt", gclid, extra, resultat, suspicion, spam, duplicate_of as "duplicateOf"',
);
/** Word by word what the index `entries_conversions` says of its entries. */
const isCandidate = sql.raw(
  `kind = 'commercial' and test = 0 and stage is not null
   and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null)`,
);
const paged: Paged = {
  table: 'entries',
  columns,
  where: isCandidate,
  instant: 'received_at',
  as: 'receivedAt',
  most: entriesInSlice,
};
const oldestFirst = rawStatement<{ instant: string; id: number }, Row>((p) =>
  rowsPast(paged, p, 'oldest first'),
);
const newestFirst = rawStatement<{ instant: string; id: number }, Row>((p) =>
  rowsPast(paged, p, 'newest first'),
);
const byIds = rawStatement<{ ids: string }, Row>(
  (p, dialect) => sql`select ${columns} from entries where ${dialect.idIn('id', p.ids)}`,
);
const stagedActions = statement<{ ids: string }>()((db, p, dialect) =>
  db
    .selectFrom('actions')
    .select(['entry_id as entryId', 'date', 'time', 'stage', 'done'])
    .where(dialect.idIn('entry_id', p.ids))
    .where('stage', 'is not', null)
    .where('done', '=', sql.lit(1)),
);
const servedBefore = statement<{ ids: string }>()((db, p, dialect) =>
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
const historyOf = statement<{ ids: string }>()((db, p, dialect) =>
  db.selectFrom('history').select(['entry_id as entryId', 'detail']).where(dialect.idIn('entry_id', p.ids)),
);

/** The entries that came with a click and that something has been done for, past a place, {@link entriesInSlice} at most. */
export async function candidatesFrom(
  read: Queries,
  { receivedAt, id }: Cursor,
  order: Order,
): Promise<Candidate[]> {
  const rows = await read.all(order === 'oldest first' ? oldestFirst : newestFirst, {
    instant: receivedAt,
    id,
  });
  return withParts(read, rows);
}

/** Entries by their ids, whatever has become of them; one that is gone is missing. */
export async function candidatesWith(read: Queries, ids: readonly number[]): Promise<Candidate[]> {
  return withParts(read, await read.all(byIds, { ids: JSON.stringify(ids) }));
}

async function withParts(read: Queries, rows: readonly Row[]): Promise<Candidate[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const actions = Map.groupBy(await read.all(stagedActions, { ids }), ({ entryId }) => entryId);
  const served = Map.groupBy(await read.all(servedBefore, { ids }), ({ entryId }) => entryId);
  const takenBack = await admissionsTakenBack(read, rows, actions);
  return rows.map(({ id, gclid, extra, receivedAt, resultat, ...row }) => ({
    id,
    gclid,
    extra,
    receivedAt,
    resultat,
    aside: asideOf(row),
    actions: actions.get(id) ?? [],
    admissionTakenBack: takenBack.has(id),
    served: new Map((served.get(id) ?? []).map(({ milestone, ...one }) => [milestone, one])),
  }));
}

function asideOf(row: Pick<Row, 'spam' | 'suspicion' | 'duplicateOf'>): Candidate['aside'] {
  if (row.spam === 1 || row.suspicion !== null) return 'spam';
  return row.duplicateOf === null ? null : 'duplicate';
}

/** A result that is taken back leaves the action that it has recorded: only the history tells. */
async function admissionsTakenBack(
  read: Queries,
  rows: readonly Row[],
  actions: ReadonlyMap<number, readonly StagedAction[]>,
): Promise<ReadonlySet<number>> {
  const doubtful = rows.filter(
    ({ id, resultat }) =>
      resultat === null && (actions.get(id) ?? []).some(({ stage }) => stage === 'Admission réalisé'),
  );
  if (doubtful.length === 0) return new Set();
  const history = await read.all(historyOf, { ids: JSON.stringify(doubtful.map(({ id }) => id)) });
  const takenBack = new Set<number>();
  for (const { entryId, detail } of history) {
    const { changes }: { changes?: { resultat?: { from?: unknown } } } = JSON.parse(detail);
    // Perhaps another result came in between before there was none.
    if (changes?.resultat?.from === 'commercial.resultat.realisee') takenBack.add(entryId);
  }
  return takenBack;
}
