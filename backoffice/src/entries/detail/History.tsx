import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { errorText } from '../../ui/error-text.ts';
import { Fold } from '../../ui/Fold.tsx';
import { describeLine, type Known } from './history-sentences.ts';

/** Who changed what, newest first, folded away. */
export function History({ entry }: { readonly entry: EntryDetail }) {
  const { id, version, historyNext } = entry;
  // Before the lines that come with the entry, read page by page on request.
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    // A change of the entry shifts the pages.
    queryKey: ['entry-history', id, version],
    queryFn: ({ pageParam, signal }) =>
      request('GET /desk/entries/:id/history', { id, before: pageParam ?? undefined }, { signal }),
    initialPageParam: historyNext,
    getNextPageParam: (page) => page.next,
    enabled: false,
  });
  const older = data?.pages ?? [];
  const next = older.length === 0 ? historyNext : older.at(-1)?.next;
  const lines = [...entry.history, ...older.flatMap((page) => page.data)];
  return (
    <Box component="section" aria-label="Historique">
      <Fold title="Historique complet">
        {lines.length === 0 ? (
          <Typography color="textSecondary">Rien n’a encore changé depuis la réception.</Typography>
        ) : (
          <HistoryLines lines={lines} known={entry} />
        )}
        {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
        {typeof next === 'number' && (
          <Button onClick={() => void fetchNextPage()} loading={isFetching} sx={{ mt: 1 }}>
            Afficher plus
          </Button>
        )}
      </Fold>
    </Box>
  );
}

/** Changes of the entry, newest first. */
export function HistoryLines({
  lines,
  known,
}: {
  readonly lines: readonly HistoryLine[];
  readonly known: Known;
}) {
  const { nameOf: residence } = useResidences();
  return (
    <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {lines.map((line) => {
        const { sentence, details } = describeLine(line, known, residence);
        return (
          <Box component="li" key={`${line.at} ${sentence} ${details.join(' ')}`}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="time" dateTime={line.at} sx={{ color: 'text.secondary' }}>
                {format.moment(line.at)}
              </Box>{' '}
              {sentence}
            </Typography>
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
          </Box>
        );
      })}
    </Stack>
  );
}
