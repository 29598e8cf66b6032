import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../../api/responses.ts';

interface Props {
  readonly lead: ListedEntry;
  readonly onChoose: (withResult: boolean) => void;
  readonly onClose: () => void;
}

/** Asks whether the admission is the result of a lead. */
export function AdmissionDialog({ lead, onChoose, onClose }: Props) {
  const translate = useTranslate();
  const titleId = useId();
  const name = lead.name ?? translate('accueil.leads.unnamed');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('accueil.leads.board.admission', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('accueil.leads.board.admissionText')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button onClick={() => onChoose(false)}>{translate('accueil.leads.board.admissionOnly')}</Button>
        <Button variant="contained" autoFocus onClick={() => onChoose(true)}>
          {translate('accueil.leads.board.admissionResult')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
