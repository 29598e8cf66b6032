import type { CountRow } from '../entries/funnel/funnel-counts.ts';
import { type Step, steps } from '../entries/funnel/funnel-position.ts';

type Duration = CountRow<'delay_counts'>;

/** Computes the funnel from the number of leads by the last step reached (an index of `steps`). */
export function funnelOf(
  leads: readonly { readonly reached: number; readonly count: number }[],
): Record<Step, number> {
  const atLeast = (step: Step) =>
    leads.reduce((sum, { reached, count }) => (reached >= steps.indexOf(step) ? sum + count : sum), 0);
  return {
    received: atLeast('received'),
    validated: atLeast('validated'),
    contacted: atLeast('contacted'),
    visited: atLeast('visited'),
    admitted: atLeast('admitted'),
  };
}

/** Computes the median durations, in working minutes and in days; null when no lead has come so far. */
export function mediansOf(durations: readonly Pick<Duration, 'measure' | 'value' | 'count'>[]) {
  const of = (measure: Duration['measure']) =>
    medianOf(durations.filter((duration) => duration.measure === measure));
  return { firstContactMinutes: of('contact'), admissionDays: of('admission') };
}

/** Computes the median of a histogram; for an even number of values, the mean of the two in the middle. */
export function medianOf(
  values: readonly { readonly value: number; readonly count: number }[],
): number | null {
  const counts = new Map<number, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const at = (rank: number): number => {
    let before = 0;
    for (const [value, count] of sorted) {
      before += count;
      if (rank < before) return value;
    }
    throw new Error('A median lies among its values');
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}
