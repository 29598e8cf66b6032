import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import type { ListedEntry } from '../../api/responses.ts';
import { addDays, today } from '../../i18n/days.ts';
import { textsOf, translate } from '../../i18n/texts.ts';

const t = textsOf('leads');

interface Props {
  readonly lead: ListedEntry;
  readonly onChoose: (day: string, withResult: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the day of an admission, and whether it is the result of a lead. */
export function AdmissionDialog({ lead, onChoose, onClose }: Props) {
  const titleId = useId();
  const [day, setDay] = useState(today);
  const isOut = day === '' || day > addDays(today(), 365);
  const name = lead.name ?? t('unnamed');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('board.admission', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('board.admissionText')}</DialogContentText>
        <TextField
          type="date"
          label={translate('accueil.entry.form.admittedOn')}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          error={isOut}
          helperText={isOut && translate('accueil.entry.form.admissionFar')}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button disabled={isOut} onClick={() => onChoose(day, false)}>
          {t('board.admissionOnly')}
        </Button>
        <Button variant="contained" autoFocus disabled={isOut} onClick={() => onChoose(day, true)}>
          {t('board.admissionResult')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
