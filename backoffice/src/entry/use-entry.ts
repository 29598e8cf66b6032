import { useQuery } from '@tanstack/react-query';
import { DeskError, read } from '../desk/client.ts';
import type { WholeEntry } from './whole-entry.ts';

/** One entry with everything known about it. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => read<WholeEntry>(`/desk/entries/${encodeURIComponent(id)}`, {}, signal),
    // What is not there does not come by asking again.
    retry: (count, failure) => count < 2 && failure instanceof DeskError && failure.status >= 500,
  });
}
