import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { callerName } from '../entry.ts';
import type { Conflict } from './acts.ts';
import { HistoryLines } from './History.tsx';
import type { Known } from './history-sentences.ts';

interface Props {
  readonly entry: Known & Pick<EntryDetail, 'id' | 'name'>;
  /** Why the act failed; what others have changed, where that is why. */
  readonly problem: string;
  readonly conflict: Conflict | undefined;
  /** True: the act is sent again. */
  readonly onDecided: (isRepeated: boolean) => void;
}

/** Says why an act was not done, such as what others have changed first, and asks whether to go on. */
export function ActQuestionDialog({ entry, problem, conflict, onDecided }: Props) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} role="alertdialog" fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {conflict ? 'Cette fiche a changé entre-temps' : 'Ce n’est pas enregistré'}
      </DialogTitle>
      <DialogContent>
        <Typography gutterBottom color="textSecondary">
          {format.dotted(callerName(entry), `n° ${entry.id}`)}
        </Typography>
        <Typography>{conflict ? 'Depuis que vous l’avez ouverte :' : problem}</Typography>
        {conflict && <HistoryLines lines={conflict.changes} known={entry} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <Button onClick={() => onDecided(false)}>Abandonner</Button>
        <Button variant="contained" autoFocus onClick={() => onDecided(true)}>
          {conflict ? 'Reprendre ma saisie sur la nouvelle version' : 'Réessayer'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
