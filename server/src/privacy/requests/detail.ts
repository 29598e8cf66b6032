import type { Static } from 'typebox';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { factsOf } from '../entry-facts.ts';
import { missingOf } from '../records/gates.ts';
import {
  findRequest,
  peopleOf,
  requestEntries,
  type StoredRequest,
  type StoredRequestEntry,
} from '../records/requests.ts';
import { requestSteps } from '../records/steps.ts';
import { possibleDecisions } from './decisions.ts';
import { fittingLetters } from './letters/fitting.ts';
import type { RequestEntry, RequestSummary, Withheld } from './schema.ts';
import { shownUser } from './user.ts';

/** Returns a request with its entries and steps. Rejects with NOTFOUND for an unknown one. `today`: in Europe/Paris. */
export async function detailOf(read: Queries, id: number, today: Day) {
  const request = await findRequest(read, id);
  const entries: Static<typeof RequestEntry>[] = [];
  for (const one of await requestEntries(read, id)) entries.push(await shownEntry(read, one, today));
  const { userId, entries: _, createdAt: __, ...shown } = request;
  const steps = await requestSteps(read, id);
  return {
    ...summaryOf(request, today),
    ...shown,
    missing: missingOf(request) ?? null,
    letters: fittingLetters(request),
    possibleDecisions: possibleDecisions({ request, entries, steps }),
    user: userId === null ? null : await shownUser(read, userId),
    entries,
    steps,
  };
}

/** Returns what a list shows of a request. */
export function summaryOf(request: StoredRequest, today: Day): Static<typeof RequestSummary> {
  const { id, kind, asker, person, represented, receivedOn, channel, dueOn } = request;
  const { extensionReason, decision, entries, createdAt, closedAt } = request;
  return {
    ...{ id, kind, asker, person, represented, receivedOn, channel, dueOn },
    ...{ decision, entries, createdAt, closedAt },
    late: closedAt === null && dueOn < today,
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
    withheld: withheld === null ? null : (JSON.parse(withheld) as Withheld[]),
  };
}
