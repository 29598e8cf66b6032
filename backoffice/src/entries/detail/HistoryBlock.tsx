import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { read } from '../../api/client.ts';
import { useFailureText } from '../../ui/use-error-text.ts';
import { Block } from './Block.tsx';
import { useWords } from './formatters.ts';
import { type Known, tell } from './history-sentences.ts';
import type { HistoryLine, WholeEntry } from './whole-entry.ts';

/** So many lines are shown until more are asked for. */
const shownAtFirst = 8;

/** Who changed what, newest first. */
export function HistoryBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const failureText = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const older = useOlderHistory(entry);
  const all = [...entry.history, ...older.lines];
  const lines = isOpen ? all : all.slice(0, shownAtFirst);
  const showMore = () => (isOpen ? older.readMore() : setOpen(true));
  return (
    <Block title={translate('accueil.entry.block.history')}>
      {all.length === 0 ? (
        <Typography color="text.secondary">{translate('accueil.entry.history.empty')}</Typography>
      ) : (
        <HistoryLines lines={lines} known={entry} />
      )}
      {older.error !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {failureText(older.error)}
        </Alert>
      )}
      {(lines.length < all.length || older.hasMore) && (
        <Button onClick={showMore} loading={older.isReading} sx={{ mt: 1 }}>
          {translate('accueil.entry.history.more')}
        </Button>
      )}
    </Block>
  );
}

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

/** Who changed what, newest first. */
export function HistoryLines({
  lines,
  known,
}: {
  readonly lines: readonly HistoryLine[];
  readonly known: Known;
}) {
  const words = useWords();
  return (
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {lines.map((line) => {
        const { sentence, details } = tell(line, known, words);
        return (
          <Box component="li" key={`${line.at} ${sentence} ${details.join(' ')}`}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{sentence}</Typography>
            {details.length > 0 && (
              <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
                {details.map((detail) => (
                  <Typography
                    component="li"
                    variant="body2"
                    key={detail}
                    sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
                  >
                    {detail}
                  </Typography>
                ))}
              </Box>
            )}
            <Typography variant="body2" color="text.secondary" component="time" dateTime={line.at}>
              {words.format.moment(line.at)}
            </Typography>
          </Box>
        );
      })}
    </Stack>
  );
}
