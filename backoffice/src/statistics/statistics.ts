import type { Statistics } from '../api/responses.ts';
import type { Period } from './period.ts';

/** Steps of the funnel, each with the leads that came so far or farther. */
export const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;
type Step = (typeof steps)[number];
export const stepNames: Readonly<Record<Step, string>> = {
  received: 'Reçues',
  validated: 'Validées',
  contacted: 'Contactées',
  visited: 'Visites',
  admitted: 'Admissions',
};

export type Funnel = Pick<Statistics['current'], Step>;

/** Admissions per validated lead, 0 to 1; null without validated leads. */
export function conversionOf({ admitted, validated }: Funnel): number | null {
  return shareOf(admitted, validated);
}

/** Visits per validated lead, 0 to 1; null without validated leads. */
export function visitRateOf({ visited, validated }: Funnel): number | null {
  return shareOf(visited, validated);
}

/** Leads at a step per lead at the step before, 0 to 1; null at the first step, or without leads. */
export function passageTo(step: Step, funnel: Funnel): number | null {
  const before = steps[steps.indexOf(step) - 1];
  return before === undefined ? null : shareOf(funnel[step], funnel[before]);
}

/** A part of a whole, 0 to 1; null when the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Whether there is anything to compare: more than one of these has leads. */
export function hasSeveral(figures: readonly Funnel[]): boolean {
  return figures.filter(({ received }) => received > 0).length > 1;
}

/** The leads that came with a click on an advertisement, and the others. */
export function byAdvertisement(sources: Statistics['sources']) {
  return [true, false].map((advertised) => {
    const own = sources.filter((source) => source.advertised === advertised);
    const sum = (step: Step) => own.reduce((total, source) => total + source[step], 0);
    const funnel: Funnel = {
      received: sum('received'),
      validated: sum('validated'),
      contacted: sum('contacted'),
      visited: sum('visited'),
      admitted: sum('admitted'),
    };
    return { advertised, ...funnel };
  });
}

/** What the leads of a bar have in common, as filters of the list. */
export interface BarFilter {
  readonly step?: Step;
  readonly establishmentId?: number;
  readonly type?: string;
  readonly advertised?: boolean;
  readonly sender?: string;
  readonly resultat?: string;
  readonly motif?: string;
}

/** The address of the list of the leads that a bar counts. Erased leads are counted, but no longer listed. */
export function leadsLink(
  { establishmentId }: Pick<Statistics, 'establishmentId'>,
  { from, to }: Period,
  { step, advertised, ...filter }: BarFilter,
): string {
  return listLink('/leads', {
    from,
    to,
    unassigned: 'false',
    ...(establishmentId !== null && { establishmentId }),
    ...filter,
    ...(advertised !== undefined && { advertised: String(advertised) }),
    ...(step !== undefined && step !== 'received' && { reached: step }),
  });
}

export function listLink(list: string, filter: Readonly<Record<string, string | number>>): string {
  return `${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
