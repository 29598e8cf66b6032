import { DateInput, required } from 'react-admin';
import type { Appointment } from '../api/responses.ts';
import { translate } from '../i18n/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TimeInput } from '../ui/TimeInput.tsx';
import type { Move } from './use-agenda.ts';

interface Props {
  readonly appointment: Appointment;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ appointment, onMove, onClose }: Props) {
  const { date, time } = appointment;
  return (
    <FormDialog
      title={translate('accueil.agenda.moveOf', {
        what: appointment.contactName ?? appointment.name ?? translate('accueil.leads.unnamed'),
      })}
      submit={translate('accueil.agenda.move')}
      values={{ date, time: time ?? '' }}
      onSubmit={async (values) => {
        onMove({ appointment, date: values.date, time: values.time === '' ? null : values.time });
        onClose();
      }}
      onClose={onClose}
    >
      <DateInput source="date" label="accueil.agenda.day" validate={required()} />
      <TimeInput source="time" />
    </FormDialog>
  );
}
