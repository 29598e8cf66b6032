import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { factsOf } from '../entry-facts.ts';
import { missingOf } from '../records/gates.ts';
import {
  findRequest,
  pendingFor,
  peopleOf,
  requestEntries,
  type StoredRequestEntry,
} from '../records/requests.ts';
import { requestSteps } from '../records/steps.ts';
import { contactsOf } from './contacts.ts';
import { possibleDecisions } from './decisions.ts';
import { fittingLetters } from './letters/fitting.ts';
import type { RequestEntry } from './schema.ts';

/** Returns a request with its entries and steps. Rejects with NOTFOUND for an unknown one. `today`: in Europe/Paris. */
export async function detailOf(read: Queries, id: number, today: Day) {
  const request = await findRequest(read, id);
  const listed = await requestEntries(read, id);
  const entries = await Array.fromAsync(listed, (one) => shownEntry(read, one, today));
  const steps = await requestSteps(read, id);
  const isDecided = (await pendingFor(read, id)) !== undefined;
  const { createdAt: _, ...shown } = request;
  return {
    ...shown,
    missing: missingOf(request) ?? null,
    letters: fittingLetters(request),
    possibleDecisions: possibleDecisions({ request, isDecided, entries, steps }),
    entries,
    steps,
  };
}

export async function shownEntry(
  read: Queries,
  linked: StoredRequestEntry,
  today: Day,
): Promise<RequestEntry> {
  const { entry_id: entryId, state, reason, contact, withheld } = linked;
  return {
    entryId,
    entry: await factsOf(read, entryId, today),
    state,
    reason,
    people: peopleOf(linked),
    contact,
    contacts: await contactsOf(read, entryId, today),
    withheld: withheld === null ? null : JSON.parse(withheld),
  };
}
