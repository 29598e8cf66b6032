import { sql } from 'kysely';
import type { Queries, Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';

const relationsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('relations')
    .select(['position', 'fields', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const relationsByIds = rawStatement<
  { ids: readonly number[] },
  { entryId: number; position: number; fields: string; extra: string | null }
>(
  (p, dialect) => sql`
    select entry_id as "entryId", position, fields, extra from relations where ${dialect.idIn('entry_id', p.ids)}
    order by entry_id, position`,
);
const putRow = statement<{ entryId: number; position: number; fields: string; extra: string | null }>()(
  (db, p) =>
    db
      .insertInto('relations')
      .values({ entry_id: p.entryId, position: p.position, fields: p.fields, extra: p.extra })
      .onConflict((conflict) =>
        conflict.columns(['entry_id', 'position']).doUpdateSet({ fields: p.fields, extra: p.extra }),
      ),
);

/** A related person of an entry. */
export interface StoredRelation {
  readonly position: number;
  readonly fields: Fields;
  /** Fields that the contract does not name. */
  readonly extra: Fields;
}

/** The related persons of an entry, by position. */
export async function storedRelations(read: Queries, entryId: number): Promise<StoredRelation[]> {
  return (await read.all(relationsOf, { entryId })).map(({ position, fields, extra }) => ({
    position,
    fields: JSON.parse(fields),
    extra: parsedFields(extra),
  }));
}

/** Returns the related persons of these entries, in their order, by entry id. */
export async function relationsOfAll(read: Queries, ids: readonly number[]) {
  const rows = await read.all(relationsByIds, { ids });
  const related = rows.map(({ entryId, position, fields, extra }) => ({
    entryId,
    position,
    fields: parsedFields(fields),
    extra: parsedFields(extra),
  }));
  return Map.groupBy(related, ({ entryId }) => entryId);
}

/** Adds a related person, or replaces the one at this position. */
export async function putRelation(
  tx: Transaction,
  entryId: number,
  { position, fields, extra }: StoredRelation,
): Promise<void> {
  await tx.run(putRow, {
    entryId,
    position,
    fields: JSON.stringify(fields),
    extra: storedFields(extra),
  });
}

const deleteRow = statement<{ entryId: number; position: number }>()((db, p) =>
  db.deleteFrom('relations').where('entry_id', '=', p.entryId).where('position', '=', p.position),
);

interface StoredPeople {
  readonly relations: ReadonlyMap<number, Fields>;
  readonly relationExtras: ReadonlyMap<number, Fields>;
}

/** Stores new and changed related persons, and deletes those that are gone. */
export async function storeRelations(
  tx: Transaction,
  entryId: number,
  before: StoredPeople,
  after: StoredPeople,
): Promise<void> {
  for (const [position, fields] of after.relations) {
    const extra = after.relationExtras.get(position) ?? {};
    if (fields !== before.relations.get(position) || extra !== before.relationExtras.get(position))
      await putRelation(tx, entryId, { position, fields, extra });
  }
  for (const position of before.relations.keys())
    if (!after.relations.has(position)) await tx.run(deleteRow, { entryId, position });
}

/** Returns fields as they are stored: null for none. */
export function storedFields(fields: Fields): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields);
}

/** Returns stored fields; none for null. */
export function parsedFields(json: string | null): Fields {
  return json === null ? {} : JSON.parse(json);
}
