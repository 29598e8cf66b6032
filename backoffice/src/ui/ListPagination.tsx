import { Box, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { format, plural } from '../i18n/format.ts';
import { Steps } from './Steps.tsx';

interface Props {
  /** What the list has, as in « 12 demandes »; without it the range is shown alone. */
  readonly one?: string;
  readonly many?: string | undefined;
}

/** The total of a list, and the buttons to the next and the previous page. */
export function ListPagination({ one, many }: Props) {
  const { page, perPage, setPage, hasNextPage, hasPreviousPage, total, meta, data, isPlaceholderData } =
    useListContext();
  // An empty list of an administrator's page says so by itself.
  if (data === undefined || (one === undefined && data.length === 0 && page === 1)) return null;
  const all = totalOf(total, meta);
  const count = format.total(all);
  const first = format.number((page - 1) * perPage + 1);
  const last = format.number((page - 1) * perPage + data.length);
  const text = () => {
    if (one !== undefined) {
      const sum = `${count} ${plural(all.count, one, many)}`;
      // Until the next page has come, the one before it is shown: its range would be wrong.
      return data.length > 0 && isPlaceholderData !== true ? `${first}–${last} · ${sum}` : sum;
    }
    if (data.length === 0) return 'Rien à afficher';
    return `${first}–${last} sur ${count}`;
  };
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, py: 1 }}
    >
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {text()}
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
