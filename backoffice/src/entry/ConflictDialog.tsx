import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Conflict } from './acts.ts';
import { HistoryLines } from './HistoryLines.tsx';
import type { Known } from './history-sentences.ts';

interface Props {
  readonly conflict: Conflict;
  readonly known: Known;
  /** True: what was typed goes on top of what the others have done. */
  readonly onDecided: (goesOn: boolean) => void;
}

/** Somebody else was first: what they did, and what becomes of what was typed here. */
export function ConflictDialog({ conflict, known, onDecided }: Props) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} role="alertdialog" fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{translate('accueil.entry.conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography>{translate('accueil.entry.conflict.explain')}</Typography>
        <HistoryLines lines={conflict.changes} known={known} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <Button onClick={() => onDecided(false)}>{translate('accueil.entry.conflict.abandon')}</Button>
        <Button variant="contained" autoFocus onClick={() => onDecided(true)}>
          {translate('accueil.entry.conflict.retake')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
