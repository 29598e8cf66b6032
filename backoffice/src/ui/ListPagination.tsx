import { Box, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { format, plural } from '../i18n/format.ts';
import { Steps } from './Steps.tsx';

/** The total of a list, as « 12 demandes », and the buttons to the next and the previous page. */
export function ListPagination({ one, many }: { readonly one: string; readonly many?: string | undefined }) {
  const { page, perPage, setPage, hasNextPage, hasPreviousPage, total, meta, data, isPlaceholderData } =
    useListContext();
  if (data === undefined) return null;
  const all = totalOf(total, meta);
  const sum = `${format.total(all)} ${plural(all.count, one, many)}`;
  const first = format.number((page - 1) * perPage + 1);
  const last = format.number((page - 1) * perPage + data.length);
  // Until the next page has come, the one before it is shown: its range would be wrong.
  const isRanged = data.length > 0 && isPlaceholderData !== true;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, py: 1 }}
    >
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {isRanged ? `${first}–${last} · ${sum}` : sum}
      </Typography>
      <Steps
        previous="Page précédente"
        next="Page suivante"
        hasPrevious={hasPreviousPage === true}
        hasNext={hasNextPage === true}
        onStep={(step) => setPage(page + step)}
      />
    </Box>
  );
}

/** The total of a list; not exact when the data provider put it into `meta`. */
export function totalOf(total: number | undefined, meta: unknown) {
  if (typeof meta === 'object' && meta !== null && 'count' in meta && typeof meta.count === 'number')
    return { count: meta.count, exact: false };
  return { count: total ?? 0, exact: true };
}
