import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../desk/client.ts';
import type { Statistics } from './statistics.ts';

/** The statistics of a year, the present one by default, of one residence or of all; the last ones until others have come. */
export function useStatistics(year: number | undefined, establishmentId: number | undefined) {
  return useQuery({
    queryKey: ['statistics', year ?? null, establishmentId ?? null],
    queryFn: ({ signal }) => read<Statistics>('/desk/statistics', { year, establishmentId }, signal),
    placeholderData: keepPreviousData,
    // Whoever waits is told soon, and tries again by hand.
    retry: 1,
  });
}
