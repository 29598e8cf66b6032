import { DateInput, required } from 'react-admin';
import type { Appointment } from '../api/responses.ts';
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
      title={`Déplacer : ${appointment.contactName ?? appointment.name ?? 'Sans nom'}`}
      submit="Déplacer"
      values={{ date, time: time ?? '' }}
      onSubmit={async (values) => {
        onMove({ appointment, date: values.date, time: values.time === '' ? null : values.time });
        onClose();
      }}
      onClose={onClose}
    >
      <DateInput source="date" label="Jour" validate={required()} />
      <TimeInput source="time" />
    </FormDialog>
  );
}
