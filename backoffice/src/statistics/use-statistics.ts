import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Period } from './period.ts';

/** Figures of a period, of one residence or of all. */
export function useStatistics<Path extends '/desk/statistics' | '/desk/statistics/follow-up'>(
  path: Path,
  { from, to }: Period,
  establishmentId: number | undefined,
) {
  return useQuery({
    queryKey: ['statistics', path, from, to, establishmentId ?? null],
    queryFn: ({ signal }) => read(path, { from, to, establishmentId }, signal),
    placeholderData: keepPreviousData,
    // The page has a button to retry.
    retry: 1,
  });
}
