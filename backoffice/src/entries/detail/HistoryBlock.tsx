import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import { errorText } from '../../ui/error-text.ts';
import { Block } from './Block.tsx';
import { describeLine, type Known } from './history-sentences.ts';
import { useFormatters } from './use-formatters.ts';

/** Lines shown before the user asks for more. */
const initialLines = 8;

/** Changes of the entry, newest first. */
export function HistoryBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const older = useOlderHistory(entry);
  const all = [...entry.history, ...older.lines];
  const lines = isOpen ? all : all.slice(0, initialLines);
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
          {errorText(older.error)}
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

/** The history before the lines that come with the entry, read page by page on request. */
function useOlderHistory({ id, version, historyNext }: EntryDetail) {
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    // A change of the entry shifts the pages.
    queryKey: ['entry-history', id, version],
    queryFn: ({ pageParam, signal }) =>
      request('GET /desk/entries/:id/history', { id, before: pageParam ?? undefined }, { signal }),
    initialPageParam: historyNext,
    getNextPageParam: (page) => page.next,
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

/** Changes of the entry, newest first. */
export function HistoryLines({
  lines,
  known,
}: {
  readonly lines: readonly HistoryLine[];
  readonly known: Known;
}) {
  const formatters = useFormatters();
  return (
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {lines.map((line) => {
        const { sentence, details } = describeLine(line, known, formatters);
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
              {formatters.format.moment(line.at)}
            </Typography>
          </Box>
        );
      })}
    </Stack>
  );
}
