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
import {
  CancelledTick,
  ConfirmationContext,
  type Tells,
  useConfirmation,
} from '../detail/VisitConfirmation.tsx';

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
  const name = lead.name ?? 'Sans nom';
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`Admission de ${name}`}</DialogTitle>
      <DialogContent>
        <DialogContentText>Avec ce résultat, la demande est close et quitte le tableau.</DialogContentText>
        <TextField
          type="date"
          label="Jour de l’admission"
          value={day}
          slotProps={{ htmlInput: { ...dayBounds, max: addDays(today(), 365) } }}
          onChange={({ target }) => setDay(target.value)}
          error={isOut}
          helperText={isOut && 'Choisissez un jour passé, ou dans les 12 mois à venir.'}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Button onClick={onClose}>Annuler</Button>
        <Button disabled={isOut} onClick={() => onChoose(day)}>
          Seulement l’étape
        </Button>
        {/* The other button cancels no visit. */}
        <Box
          role="group"
          aria-label="Saisir le résultat « Admission réalisée »"
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
            Saisir le résultat « Admission réalisée »
          </Button>
        </Box>
      </DialogActions>
    </Dialog>
  );
}
