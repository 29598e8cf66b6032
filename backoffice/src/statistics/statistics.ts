import type { Statistics } from '../api/responses.ts';

/** Steps of the funnel, each with the leads that came so far or farther. */
export const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;

/** The figures of a year. */
export type Period = Statistics['current'];
export type SourceFigures = Statistics['sources'][number];
type Funnel = Pick<Period, (typeof steps)[number]>;

/** Admissions per validated lead, 0 to 1; null without validated leads. */
export function conversionOf({ admitted, validated }: Funnel): number | null {
  return shareOf(admitted, validated);
}

/** Visits per validated lead, 0 to 1; null without validated leads. */
export function visitRateOf({ visited, validated }: Funnel): number | null {
  return shareOf(visited, validated);
}

/** A part of a whole, 0 to 1; null when the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
