import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, IconButton, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import { totalOf, useTotalText } from './use-total-text.ts';

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
