import type { Static } from 'typebox';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { personsOf } from './persons.ts';
import type { PersonKey, RequestEntry, Withheld } from './schema.ts';
import type { StoredRequestEntry } from './statements.ts';

const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select([
      'kind',
      'establishment_id as establishmentId',
      'received_at as receivedAt',
      'restriction',
      'fields',
    ])
    .where('id', '=', p.id),
);

/** Returns what a request shows of one of its entries. */
export async function shownEntry(
  read: Queries,
  { entry_id: entryId, state, reason, people, withheld }: StoredRequestEntry,
): Promise<Static<typeof RequestEntry>> {
  const entry = await read.first(entryById, { id: entryId });
  const shown = { entryId, state, reason, withheld: withheldOf(withheld) };
  if (entry === undefined)
    return {
      ...shown,
      exists: false,
      kind: null,
      establishmentId: null,
      receivedAt: null,
      restriction: null,
      persons: [],
      people: null,
    };
  const { fields, ...values } = entry;
  const persons = personsOf(parsedFields(fields), await storedRelations(read, entryId));
  return { ...shown, ...values, exists: true, persons, people: whoAsks(people, persons) };
}

/** Returns which persons of an entry ask. Where there is only one, it is that one; null while it has to be chosen. */
function whoAsks(
  chosen: string | null,
  persons: readonly { readonly person: PersonKey }[],
): PersonKey[] | null {
  if (chosen !== null) return JSON.parse(chosen) as PersonKey[];
  const [only] = persons;
  return only !== undefined && persons.length === 1 ? [only.person] : null;
}

function withheldOf(stored: string | null): Withheld[] {
  return stored === null ? [] : (JSON.parse(stored) as Withheld[]);
}
