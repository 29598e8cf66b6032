import { sql } from 'kysely';
import { parsedFields, relationsOfAll } from '../entries/change/relations.ts';
import { nobodyObjects, readObjections } from '../entries/search/objections.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable, Instant } from '../store/tables.ts';

/** An entry that came with an ad click, with what decides on the conversions to export. */
export type Candidate = Awaited<ReturnType<typeof candidatesAfter>>['entries'][number];

/** A position between entries, in the order of receipt. */
export type Cursor = { readonly instant: Instant; readonly id: number };

type Row = Pick<EntriesTable, 'gclid' | 'fields' | 'extra' | 'resultat'> & {
  readonly id: number;
  readonly receivedAt: Instant;
  readonly admissionRevoked: 0 | 1;
};

/** How many entries one transaction reads: intake has to wait for it. */
const chunkSize = 200;

// It includes the condition of the partial index `entries_conversions`. What is erased or limited is restricted.
const afterCursor = rawStatement<Cursor, Row>(
  (p) => sql`
select id, received_at as "receivedAt", gclid, fields, extra, resultat, admission_revoked as "admissionRevoked" from entries
where kind = 'commercial' and test = 0 and stage is not null
  and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null)
  and gclid is not null and restriction is null and spam = 0 and suspicion is null and duplicate_of is null
  and (received_at, id) > (${p.instant}, ${p.id})
order by received_at, id limit ${sql.lit(chunkSize)}`,
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
    .select(['entry_id as entryId', 'milestone', 'converted_at as at', 'name', 'cents'])
    .where(dialect.idIn('entry_id', p.ids)),
);

/**
 * Returns the next entries after a cursor that came with a click and have a stage, without those of persons who object to
 * being contacted, and the cursor after them; undefined after the last. `contentKey` as in secrets.ts.
 */
export async function candidatesAfter(read: Queries, cursor: Cursor, contentKey: string) {
  const rows = await read.all(afterCursor, cursor);
  const last = rows.at(-1);
  const next =
    last === undefined || rows.length < chunkSize ? undefined : { instant: last.receivedAt, id: last.id };
  const told = await withoutObjections(read, rows, contentKey);
  const ids = told.map(({ id }) => id);
  const actions = Map.groupBy(await read.all(stagedActions, { ids }), ({ entryId }) => entryId);
  const served = Map.groupBy(await read.all(servedBefore, { ids }), ({ entryId }) => entryId);
  const entries = told.map(({ fields: _, admissionRevoked, ...row }) => ({
    ...row,
    actions: actions.get(row.id) ?? [],
    admissionRevoked: admissionRevoked === 1,
    /** As they were first served. */
    served: new Map((served.get(row.id) ?? []).map(({ milestone, ...one }) => [milestone, one])),
  }));
  return { entries, next };
}

async function withoutObjections(read: Queries, rows: readonly Row[], contentKey: string) {
  const objections = await readObjections(read, contentKey);
  if (objections === nobodyObjects) return rows;
  const relations = await relationsOfAll(
    read,
    rows.map(({ id }) => id),
  );
  const people = ({ id, fields }: Row) => [
    parsedFields(fields),
    ...(relations.get(id) ?? []).map((relation) => relation.fields),
  ];
  return rows.filter((row) => objections(people(row)).size === 0);
}
