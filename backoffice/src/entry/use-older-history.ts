import { useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../desk/client.ts';
import type { HistoryLine, WholeEntry } from './whole-entry.ts';

interface Page {
  readonly data: readonly HistoryLine[];
  /** What the next page comes before; null on the last one. */
  readonly next: number | null;
}

/** The lines of an entry's history that are older than those which came with it, page by page as they are asked for. */
export function useOlderHistory({ id, version, historyNext }: WholeEntry) {
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    // A change of the entry moves the pages.
    queryKey: ['entry-history', id, version],
    queryFn: ({ pageParam, signal }) =>
      read<Page>(`/desk/entries/${id}/history`, { before: pageParam }, signal),
    initialPageParam: historyNext,
    getNextPageParam: (page: Page) => page.next,
    enabled: false,
  });
  const next = data === undefined ? historyNext : (data.pages.at(-1)?.next ?? null);
  return {
    lines: data?.pages.flatMap((page) => page.data) ?? [],
    hasMore: next !== null,
    isReading: isFetching,
    error,
    readMore: () => void fetchNextPage(),
  };
}
