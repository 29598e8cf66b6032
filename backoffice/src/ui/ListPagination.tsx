import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, IconButton, Stack, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';

/** How many there are, and the ways to the next page and the one before. `texts`: where the messages of the list stand. */
export function ListPagination({ texts }: { readonly texts: string }) {
  const translate = useTranslate();
  const format = useFormat();
  const { page, perPage, setPage, hasNextPage, hasPreviousPage, total, meta, data, isPlaceholderData } =
    useListContext();
  const text = useTotalText(totalOf(total, meta), texts);
  if (data === undefined) return null;
  const first = (page - 1) * perPage;
  return (
    <Box
      component="nav"
      aria-label={translate('accueil.leads.pages')}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, py: 1 }}
    >
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {/* Until the page is there, the one before it is shown: these are not its places. */}
        {data.length > 0 &&
          isPlaceholderData !== true &&
          `${format.number(first + 1)}–${format.number(first + data.length)} · `}
        {text}
      </Typography>
      <IconButton
        aria-label={translate('accueil.leads.previous')}
        disabled={hasPreviousPage !== true}
        onClick={() => setPage(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        aria-label={translate('accueil.leads.next')}
        disabled={hasNextPage !== true}
        onClick={() => setPage(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </Box>
  );
}

/** How many there are, and the ways to the next page and the one before. */
export function KeysetPagination() {
  const translate = useTranslate();
  const format = useFormat();
  const { page, perPage, setPage, hasNextPage, hasPreviousPage, total, meta, data } = useListContext();
  const { count, isExact } = totalOf(total, meta);
  if (data === undefined) return null;
  const first = (page - 1) * perPage;
  const say = (key: string, options = {}) => translate(`accueil.administration.pages.${key}`, options);
  return (
    <Stack
      component="nav"
      direction="row"
      spacing={1}
      aria-label={say('label')}
      sx={{ alignItems: 'center', justifyContent: 'flex-end', py: 1 }}
    >
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {data.length === 0
          ? say('none')
          : say(isExact ? 'range' : 'rangeOfMore', {
              first: format.number(first + 1),
              last: format.number(first + data.length),
              count: format.number(count),
            })}
      </Typography>
      <IconButton
        aria-label={say('previous')}
        disabled={hasPreviousPage !== true}
        onClick={() => setPage(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton aria-label={say('next')} disabled={hasNextPage !== true} onClick={() => setPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </Stack>
  );
}

/** How many there are, as the service says it. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

/** The service counts as far as this. */
const mostCounted = 10_000;

/** The total of a list, from what react-admin keeps of the answer. */
export function totalOf(total: number | undefined, meta: unknown): Total {
  if (typeof meta === 'object' && meta !== null && 'count' in meta && typeof meta.count === 'number') {
    return { count: meta.count, isExact: false };
  }
  return { count: total ?? 0, isExact: true };
}

/** « 3 412 demandes », « plus de 10 000 demandes »; `texts`: where the messages of the list stand. */
export function useTotalText({ count, isExact }: Total, texts: string): string {
  const translate = useTranslate();
  const format = useFormat();
  const key = isExact ? 'total' : count < mostCounted ? 'totalAtLeast' : 'totalMore';
  return translate(`${texts}.${key}`, { smart_count: count, count: format.number(count) });
}
