import { hash } from 'node:crypto';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { type Hold, holdOf } from '../../entries/holds.ts';
import type { Queries } from '../../store/database.ts';
import { type EntryFacts, factsOf } from '../entry-facts.ts';
import { digestOfErasure } from '../records/erasures.ts';
import { type ErasurePlan, planErasure } from './plan.ts';

/** How many entries one act erases at most. */
export const maxErased = 200;

/** The plan of one entry of a list. */
interface ListedPlan extends ErasurePlan {
  readonly entry: EntryFacts;
  readonly hold: Hold | null;
  /** It is erased already: nothing will be done. */
  readonly erased: boolean;
}

export interface ErasureList {
  readonly plans: ListedPlan[];
  /** Of all plans together. */
  readonly digest: string;
}

/** Plans the erasure of these entries, each once. Rejects with NOTFOUND for an unknown one. */
export async function planErasures(
  read: Queries,
  entryIds: readonly number[],
  now: Date,
): Promise<ErasureList> {
  const plans: ListedPlan[] = [];
  for (const id of new Set(entryIds)) plans.push(await planOne(read, id, now));
  const digest = hash('sha256', JSON.stringify(plans.map((plan) => plan.digest)), 'base64url');
  return { plans, digest };
}

/**
 * An erased entry keeps the digest of the plan by which it was erased. So an act that was interrupted, or sent twice, can
 * be sent again as it was.
 */
async function planOne(read: Queries, id: number, now: Date): Promise<ListedPlan> {
  const entry = await factsOf(read, id, parisDay(now));
  if (entry === null) throw new RequestError('NOTFOUND', `entryIds: no entry has the id ${id}`);
  const { receivedAt: received_at, restriction } = entry;
  if (restriction === 'erased') {
    const digest = (await digestOfErasure(read, id, received_at)) ?? 'erased';
    return { entryId: id, entry, counts: {}, digest, hold: null, erased: true };
  }
  const hold = (await holdOf(read, id, now)) ?? null;
  return { ...(await planErasure(read, { id, received_at, restriction })), entry, hold, erased: false };
}
