import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { IconButton, Stack, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import { totalOf } from '../lists/use-total-text.ts';

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
