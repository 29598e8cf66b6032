import { useQuery } from '@tanstack/react-query';
import { read } from '../desk/client.ts';
import { entryKey } from '../desk/entry-key.ts';
import type { WholeEntry } from './whole-entry.ts';

/** One entry with everything known about it. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: [entryKey, id],
    queryFn: ({ signal }) => read<WholeEntry>(`/desk/entries/${encodeURIComponent(id)}`, {}, signal),
  });
}
