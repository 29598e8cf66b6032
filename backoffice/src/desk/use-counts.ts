import { useQuery } from '@tanstack/react-query';
import { read } from './client.ts';

interface Counts {
  readonly new: number;
}

/** What waits, as `GET /desk/counts` answers it. 10000 stands for that many or more. */
export interface WaitingCounts {
  readonly commercial: Counts;
  readonly survey: Counts;
  /** Null for who may not read job applications. */
  readonly postuler: Counts | null;
  readonly orientations: {
    readonly waiting: number;
    readonly flagged: number;
    readonly unassigned: number;
  };
  readonly surveys: {
    readonly contact: number;
    readonly complaint: number;
    readonly survey: number;
  };
}

/** The name under which the counts are kept: whoever hears of a change makes them be asked for again. */
export const countsKey = 'counts';

/** What waits; undefined until it is known. */
export function useCounts(): WaitingCounts | undefined {
  return useQuery({
    queryKey: [countsKey],
    queryFn: ({ signal }) => read<WaitingCounts>('/desk/counts', {}, signal),
    staleTime: 30_000,
  }).data;
}
