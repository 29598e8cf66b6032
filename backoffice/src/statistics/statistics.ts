/** How many leads came to each step, or farther. */
export interface Funnel {
  readonly received: number;
  readonly validated: number;
  readonly contacted: number;
  readonly visited: number;
  readonly admitted: number;
}
export const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;

/** A year, or a year of a residence. */
export interface Period extends Funnel {
  /** Median, in working minutes; null when nobody was contacted. */
  readonly firstContactMinutes: number | null;
  /** Median, in days; null when nobody was admitted. */
  readonly admissionDays: number | null;
}

export interface SourceFigures extends Funnel {
  /** Commercial contact type; null when unknown. */
  readonly type: string | null;
  readonly advertised: boolean;
}

export interface ResidenceFigures extends Period {
  readonly id: number;
  readonly name: string;
  /** The contract's yearly figures. */
  readonly total: number;
  readonly hasAction: number;
}

/** What became of the leads of a year, as `GET /desk/statistics` answers it. */
export interface Statistics {
  readonly year: number;
  readonly establishmentId: number | null;
  /** Those in which something was counted. */
  readonly years: readonly number[];
  readonly current: Period;
  /** The whole year before. */
  readonly previous: Period;
  readonly months: readonly { readonly month: number; readonly current: Funnel; readonly previous: Funnel }[];
  readonly sources: readonly SourceFigures[];
  readonly residences: readonly ResidenceFigures[];
}

/** How many of the validated leads led to an admission, 0 to 1; null without any. */
export function conversionOf({ admitted, validated }: Funnel): number | null {
  return shareOf(admitted, validated);
}

/** How many of the validated leads came to a visit, 0 to 1; null without any. */
export function visitRateOf({ visited, validated }: Funnel): number | null {
  return shareOf(visited, validated);
}

/** A part of a whole, 0 to 1; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
