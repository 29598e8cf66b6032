import { Box, Paper } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type News, useLiveUpdates } from '../api/use-live-updates.ts';

const shownMs = 8_000;

/** Shows for a moment what has arrived, without moving the page. */
export function NewsNotice() {
  const translate = useTranslate();
  const [text, setText] = useState<string>();
  useLiveUpdates((news) => setText((shown) => textOf(news, translate) ?? shown));
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = window.setTimeout(() => setText(undefined), shownMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        bottom: 16,
        insetInline: 16,
        zIndex: 'snackbar',
        display: 'flex',
        justifyContent: 'center',
        // The page below stays clickable.
        pointerEvents: 'none',
      }}
    >
      {text !== undefined && (
        <Paper elevation={4} sx={{ px: 2, py: 1, border: 1, borderColor: 'divider' }}>
          {text}
        </Paper>
      )}
    </Box>
  );
}

function textOf(
  { arrived, hasChanged, entryHasChanged }: News,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string | undefined {
  if (entryHasChanged) return translate('accueil.queues.news.entry');
  if (arrived.length === 0) return hasChanged ? translate('accueil.queues.news.changed') : undefined;
  const what = arrived
    .map(({ name, count }) => translate(`accueil.queues.news.${name}`, { smart_count: count }))
    .join(', ');
  return translate('accueil.queues.news.title', { what });
}
