import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { findEntry } from '../../entries/change/row.ts';
import { holdOf } from '../../entries/holds.ts';
import type { Queries } from '../../store/database.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { factsOf } from '../entry-facts.ts';
import { digestOfErasure } from '../records/erasures.ts';
import { digestOf, type ErasurePlan, planErasure, type Subject } from './plan.ts';

/** Plans of several subjects, and the digest of all of them together. */
export type ErasureList = Awaited<ReturnType<typeof planErasures>>;

/** How many entries one act erases at most. */
export const maxErased = 200;

/**
 * Plans these erasures, each once. Rejects with NOTFOUND for an unknown entry or person, and with a `ValidationError` for
 * several subjects of one entry: the first erasure would change the plan of the others.
 */
export async function planErasures(
  read: Queries,
  subjects: readonly Subject[],
  contentKey: string,
  now: Date,
) {
  const byEntry = new Map<number, Awaited<ReturnType<typeof planOne>>>();
  for (const [i, { entryId, relation }] of subjects.entries()) {
    const known = byEntry.get(entryId);
    if (known === undefined)
      byEntry.set(entryId, await planOne(read, { entryId, relation }, contentKey, now));
    else if (known.relation !== (relation ?? null))
      throw new ValidationError(`subjects[${i}].entryId`, 'expected each entry once');
  }
  const plans = [...byEntry.values()];
  return { plans, digest: digestOf(plans.map((plan) => plan.digest)) };
}

/**
 * An erased entry keeps the digest of the plan by which it was erased. So an act that was interrupted, or sent twice, can
 * be sent again as it was.
 */
async function planOne(read: Queries, { entryId, relation }: Subject, contentKey: string, now: Date) {
  const row = await findEntry(read, entryId);
  const entry = await factsOf(read, entryId, parisDay(now));
  if (row === undefined || entry === null)
    throw new RequestError('NOTFOUND', `subjects: no entry has the id ${entryId}`);
  const listed = { entryId, relation: relation ?? null, entry };
  if (row.restriction === 'erased') {
    const digest = (await digestOfErasure(read, entryId, row.received_at)) ?? 'erased';
    const plan: ErasurePlan = { counts: {}, digest, texts: [] };
    return { ...listed, ...plan, hold: null, erased: true };
  }
  const hold = (await holdOf(read, entryId, now)) ?? null;
  const plan = await planErasure(read, row, relation, contentKey);
  return { ...listed, ...plan, hold, erased: Object.keys(plan.counts).length === 0 };
}
