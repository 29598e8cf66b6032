import { useQuery } from '@tanstack/react-query';
import { read } from '../desk/client.ts';
import type { Today } from './today.ts';

/** The name under which what waits today is kept: whoever hears of a change makes it be asked for again. */
export const todayKey = 'today';

/** What waits today, at one residence or at all of them. */
export function useToday(establishmentId: number | null) {
  return useQuery({
    queryKey: [todayKey, establishmentId],
    queryFn: ({ signal }) => read<Today>('/desk/today', { establishmentId }, signal),
  });
}
