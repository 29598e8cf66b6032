import { type EntryUse, type Grant, isWithin, reachOfEntry } from '../access/roles.ts';
import { notFound } from '../contract/request-error.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';

const classAndResidence = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['kind', 'type', 'establishment_id as establishmentId'])
    .where('id', '=', p.id)
    .where('restriction', 'is', null),
);

/**
 * Returns an entry's kind, type and residence. Throws {@link notFound} for an entry that is unknown, out of reach or
 * restricted.
 */
export async function requireEntry(
  read: Queries,
  id: number,
  { grants }: { readonly grants: readonly Grant[] },
  use: EntryUse,
) {
  const entry = await read.first(classAndResidence, { id });
  if (entry === undefined || !isWithin(reachOfEntry(grants, use, entry), entry.establishmentId))
    throw notFound('entry', id);
  return entry;
}
