import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { byRequest } from '../../entries/change/pending.ts';
import { findEntry } from '../../entries/change/row.ts';
import { holdOf } from '../../entries/holds.ts';
import type { Queries } from '../../store/database.ts';
import { factsOf } from '../entry-facts.ts';
import { pendingErasure } from './pending.ts';
import { digestOf, type ErasurePlan, planErasure } from './plan.ts';

/** Plans of several subjects, and the digest of all of them together. */
export type ErasureList = Awaited<ReturnType<typeof planErasures>>;

/** How many entries one act erases at most. */
export const maxErased = 200;

/** Plans the erasure of these entries, each once. Rejects with NOTFOUND for an unknown one. */
export async function planErasures(read: Queries, entryIds: readonly number[], now: Date) {
  const plans = [];
  for (const entryId of new Set(entryIds)) plans.push(await planOne(read, entryId, now));
  return { plans, digest: digestOf(plans.map((plan) => plan.digest)) };
}

/**
 * An entry that is to be erased keeps the digest of the plan by which that was decided. So an act that was interrupted, or
 * sent twice, can be sent again as it was.
 */
async function planOne(read: Queries, entryId: number, now: Date) {
  const row = await findEntry(read, entryId);
  const entry = await factsOf(read, entryId, parisDay(now));
  if (row === undefined || entry === null)
    throw new RequestError('NOTFOUND', `subjects: no entry has the id ${entryId}`);
  const listed = { entryId, entry };
  if (row.restriction === 'erased') {
    const plan: ErasurePlan = { counts: {}, digest: 'erased' };
    return { ...listed, ...plan, hold: null, erased: true };
  }
  const hold = (await holdOf(read, entryId, now)) ?? null;
  const plan = await planErasure(read, row);
  const pending = await pendingErasure(read, entryId);
  const digest = (pending?.reason === byRequest ? pending.digest : null) ?? plan.digest;
  return { ...listed, ...plan, digest, hold, erased: false };
}
