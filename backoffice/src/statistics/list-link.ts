import type { Statistics } from '../api/responses.ts';
import type { Period } from './period.ts';
import type { Step } from './statistics.ts';

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
