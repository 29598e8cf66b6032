import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFailureText } from '../administration/use-failure-text.ts';
import { Block } from './Block.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import { useOlderHistory } from './use-older-history.ts';
import type { WholeEntry } from './whole-entry.ts';

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
