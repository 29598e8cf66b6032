import { request } from '../../api/client.ts';
import type { Plan } from '../../api/privacy-responses.ts';
import type { InputOf } from '../../api/routes.ts';

/** An entry that is erased. */
export type Subject = InputOf<'POST /desk/privacy/erasures/plan'>['subjects'][number];

/** What an erasure would do. */
export interface Planned {
  /** Of what can be erased; the digest is of these. */
  readonly plans: readonly Plan[];
  readonly digest: string;
  /** The number of rows by place, in all of them. */
  readonly counts: ReadonlyMap<string, number>;
  readonly held: readonly Plan[];
  readonly alreadyErased: number;
}

export function subjectOf({ entryId }: Plan): Subject {
  return { entryId };
}

/** Plans an erasure: held entries and what is erased already are left out, and counted. */
export async function planErasure(
  subjects: readonly Subject[],
  leftOut: Pick<Planned, 'held' | 'alreadyErased'> = { held: [], alreadyErased: 0 },
): Promise<Planned> {
  if (subjects.length === 0) return { plans: [], digest: '', counts: new Map(), ...leftOut };
  const { plans, digest } = await request('POST /desk/privacy/erasures/plan', { subjects: [...subjects] });
  const held = plans.filter(({ hold }) => hold !== null);
  const erased = plans.filter((plan) => plan.hold === null && plan.erased);
  const rest = plans.filter((plan) => plan.hold === null && !plan.erased);
  const out = {
    held: [...leftOut.held, ...held],
    alreadyErased: leftOut.alreadyErased + erased.length,
  };
  // A digest is of all that its plan lists: the rest needs one of its own.
  if (rest.length < plans.length) return planErasure(rest.map(subjectOf), out);
  const counts = new Map<string, number>();
  for (const plan of rest)
    for (const [place, rows] of Object.entries(plan.counts))
      counts.set(place, (counts.get(place) ?? 0) + rows);
  return { plans, digest, counts, ...out };
}
