import { type Step, steps } from '../entries/funnel/funnel-position.ts';
import type { Delays } from './desk-queries.ts';

/** How many leads came to each step, or farther. */
export type Funnel = Readonly<Record<Step, number>>;

/** How long things took, half of the leads longer and half of them shorter; null when none has come so far. */
export interface Medians {
  /** From its receipt to the first contact, in working minutes. */
  readonly firstContactMinutes: number | null;
  /** From the contact date to the admission, in days. */
  readonly admissionDays: number | null;
}

/** The funnel of leads, given by the step that each has reached (an index of `steps`). */
export function funnelOf(leads: readonly { readonly reached: number; readonly count: number }[]): Funnel {
  const asFarAs = (step: Step) =>
    leads.reduce((sum, { reached, count }) => (reached >= steps.indexOf(step) ? sum + count : sum), 0);
  return {
    received: asFarAs('received'),
    validated: asFarAs('validated'),
    contacted: asFarAs('contacted'),
    visited: asFarAs('visited'),
    admitted: asFarAs('admitted'),
  };
}

/** The medians of what took so long. */
export function mediansOf(delays: readonly Delays[]): Medians {
  const of = (measure: Delays['measure']) => medianOf(delays.filter((delay) => delay.measure === measure));
  return { firstContactMinutes: of('contact'), admissionDays: of('admission') };
}

/** The median of values that occur so often: of an even number of them, half-way between the two in the middle. */
export function medianOf(
  values: readonly { readonly value: number; readonly count: number }[],
): number | null {
  const counts = new Map<number, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const at = (place: number): number => {
    let before = 0;
    for (const [value, count] of sorted) {
      before += count;
      if (place < before) return value;
    }
    throw new Error('A median lies among its values');
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}
