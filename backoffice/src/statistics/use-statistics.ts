import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { AnswerOf } from '../api/routes.ts';
import type { Period } from './period.ts';

type Route = 'GET /desk/statistics' | 'GET /desk/statistics/follow-up';

/** Figures of a period, of one residence or of all. */
export function useStatistics<R extends Route>(
  route: R,
  { from, to }: Period,
  establishmentId: number | undefined,
) {
  const asked = { from, to, ...(establishmentId !== undefined && { establishmentId }) };
  return useQuery({
    queryKey: ['statistics', route, asked],
    queryFn: ({ signal }) => request<Route>(route, asked, { signal }) as Promise<AnswerOf<R>>,
    placeholderData: keepPreviousData,
    // The page has a button to retry.
    retry: 1,
  });
}
