import type { Static } from 'typebox';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { factsOf } from '../entry-facts.ts';
import {
  findRequest,
  peopleOf,
  requestEntries,
  requestSteps,
  type StoredRequest,
  type StoredRequestEntry,
} from '../records/requests.ts';
import type { RequestEntry, RequestSummary, Withheld } from './schema.ts';

/** Returns a request with its entries and steps. Rejects with NOTFOUND for an unknown one. `today`: in Europe/Paris. */
export async function detailOf(read: Queries, id: number, today: Day) {
  const request = await findRequest(read, id);
  const entries: Static<typeof RequestEntry>[] = [];
  for (const one of await requestEntries(read, id)) entries.push(await shownEntry(read, one, today));
  const { identityCheck, extensionReason, ground } = request;
  const steps = await requestSteps(read, id);
  return { ...summaryOf(request, today), identityCheck, extensionReason, ground, entries, steps };
}

/** Returns what a list shows of a request. */
export function summaryOf(request: StoredRequest, today: Day): Static<typeof RequestSummary> {
  const { identityCheck: _, extensionReason, ground: __, ...shown } = request;
  return {
    ...shown,
    late: shown.closedAt === null && shown.dueOn < today,
    extended: extensionReason !== null,
  };
}

/** Returns what a request shows of one of its entries. */
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
