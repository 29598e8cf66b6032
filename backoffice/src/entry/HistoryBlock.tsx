import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** So many lines are shown until more are asked for. */
const shownAtFirst = 8;

/** Who changed what, newest first. */
export function HistoryBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const { history } = entry;
  const lines = isWhole ? history : history.slice(0, shownAtFirst);
  return (
    <Block title={translate('accueil.entry.block.history')}>
      {history.length === 0 ? (
        <Typography color="text.secondary">{translate('accueil.entry.history.empty')}</Typography>
      ) : (
        <HistoryLines lines={lines} known={entry} />
      )}
      {lines.length < history.length && (
        <Button onClick={() => setWhole(true)} sx={{ mt: 1 }}>
          {translate('accueil.entry.history.more', { count: history.length })}
        </Button>
      )}
    </Block>
  );
}
