import { request } from '../../api/client.ts';
import type { Plan } from '../../api/privacy-responses.ts';

/** What an erasure of these entries would do. */
export interface Planned {
  /** Of the entries that can be erased; the digest is of these. */
  readonly plans: readonly Plan[];
  readonly digest: string;
  /** The number of rows by place, in all of them. */
  readonly counts: ReadonlyMap<string, number>;
  readonly held: readonly Plan[];
  readonly alreadyErased: number;
}

/** Plans the erasure of entries: held ones and those erased already are left out, and counted. */
export async function planErasure(
  entryIds: readonly number[],
  leftOut: Pick<Planned, 'held' | 'alreadyErased'> = { held: [], alreadyErased: 0 },
): Promise<Planned> {
  if (entryIds.length === 0) return { plans: [], digest: '', counts: new Map(), ...leftOut };
  const { plans, digest } = await request('POST /desk/privacy/erasures/plan', { entryIds: [...entryIds] });
  const held = plans.filter(({ hold }) => hold !== null);
  const erased = plans.filter((plan) => plan.hold === null && plan.erased);
  const rest = plans.filter((plan) => plan.hold === null && !plan.erased);
  const out = {
    held: [...leftOut.held, ...held],
    alreadyErased: leftOut.alreadyErased + erased.length,
  };
  // A digest is of all the entries of its plan: the rest needs one of its own.
  if (rest.length < plans.length)
    return planErasure(
      rest.map(({ entryId }) => entryId),
      out,
    );
  const counts = new Map<string, number>();
  for (const plan of rest)
    for (const [place, rows] of Object.entries(plan.counts))
      counts.set(place, (counts.get(place) ?? 0) + rows);
  return { plans, digest, counts, ...out };
}
