import type { Static } from 'typebox';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { factsOf } from '../entry-facts.ts';
import { peopleOf, type StoredRequestEntry } from '../records/requests.ts';
import type { RequestEntry, Withheld } from './schema.ts';

/** Returns what a request shows of one of its entries. `today`: in Europe/Paris. */
export async function shownEntry(
  read: Queries,
  linked: StoredRequestEntry,
  today: Day,
): Promise<Static<typeof RequestEntry>> {
  const { entry_id: entryId, state, reason, withheld } = linked;
  return {
    entryId,
    entry: await factsOf(read, entryId, today),
    state,
    reason,
    people: peopleOf(linked),
    withheld: withheld === null ? [] : (JSON.parse(withheld) as Withheld[]),
  };
}
