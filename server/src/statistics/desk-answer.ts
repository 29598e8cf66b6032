import type { Day } from '../store/tables.ts';

interface Days {
  readonly from: Day;
  readonly to: Day;
}
interface Funnel {
  readonly received: number;
  readonly validated: number;
  readonly contacted: number;
  readonly visited: number;
  readonly admitted: number;
}
interface Medians {
  /** In working time. */
  readonly firstContactMinutes: number | null;
  readonly admissionDays: number | null;
}

/** The response of `GET /desk/statistics`. */
export interface DeskStatistics extends Days {
  readonly establishmentId: number | null;
  readonly current: Funnel & Medians;
  /** The same days a year before; of a period that is not over, those up to today. */
  readonly previous: Days & Funnel & Medians;
  readonly months: {
    readonly month: string;
    readonly current: Days & Funnel;
    readonly previous: Days & Funnel;
  }[];
  readonly sources: ({ readonly type: string | null; readonly advertised: boolean } & Funnel)[];
  readonly senders: ({
    readonly kind: 'caller' | 'partner' | 'staff';
    readonly id: number | null;
    readonly name: string | null;
  } & Funnel)[];
  readonly losses: { readonly resultat: string; readonly motif: string | null; readonly count: number }[];
  /** `total` and `hasAction`: as callers are told; null when the period is no calendar year. */
  readonly residences: ({
    readonly id: number;
    readonly name: string;
    readonly total: number | null;
    readonly hasAction: number | null;
  } & Funnel &
    Medians)[];
}
