import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Fields } from './diff.ts';

const relationsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('relations')
    .select(['position', 'fields', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
export const putRelation = statement<{ entryId: number; position: number; fields: string }>()((db, p) =>
  db
    .insertInto('relations')
    .values({ entry_id: p.entryId, position: p.position, fields: p.fields, extra: null })
    .onConflict((conflict) => conflict.columns(['entry_id', 'position']).doUpdateSet({ fields: p.fields })),
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

/** Returns stored fields; none for null. */
export function parsedFields(json: string | null): Fields {
  return json === null ? {} : JSON.parse(json);
}
