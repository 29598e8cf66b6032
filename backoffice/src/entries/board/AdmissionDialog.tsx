import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import type { EntryDetail } from '../../api/responses.ts';
import { addDays, dayBounds, today } from '../../i18n/days.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import {
  CancelledTick,
  ConfirmationContext,
  type Tells,
  useConfirmation,
} from '../detail/VisitConfirmation.tsx';

const t = textsOf('leads');

interface Props {
  readonly lead: EntryDetail;
  /** `tells` is given where it is the result of the lead too: what tells the family of the visit that this cancels. */
  readonly onChoose: (day: string, tells?: Tells) => void;
  readonly onClose: () => void;
}

/** Asks for the day of an admission, and whether it is the result of a lead. */
export function AdmissionDialog({ lead, onChoose, onClose }: Props) {
  const titleId = useId();
  const [day, setDay] = useState(today);
  const confirmation = useConfirmation(lead);
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
          slotProps={{ htmlInput: { ...dayBounds, max: addDays(today(), 365) } }}
          onChange={({ target }) => setDay(target.value)}
          error={isOut}
          helperText={isOut && translate('accueil.entry.form.admissionFar')}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button disabled={isOut} onClick={() => onChoose(day)}>
          {t('board.admissionOnly')}
        </Button>
        {/* The other button cancels no visit. */}
        <Box
          role="group"
          aria-label={t('board.admissionResult')}
          sx={{ display: 'flex', flexDirection: 'column' }}
        >
          <ConfirmationContext value={confirmation}>
            <CancelledTick actions={lead.actions} />
          </ConfirmationContext>
          <Button
            variant="contained"
            autoFocus
            disabled={isOut || confirmation.isLoading}
            onClick={() => onChoose(day, confirmation.tells)}
          >
            {t('board.admissionResult')}
          </Button>
        </Box>
      </DialogActions>
    </Dialog>
  );
}
