import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Appointment } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { AppointmentCard } from './AppointmentCard.tsx';

interface Props {
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
  readonly mayMove: (appointment: Appointment) => boolean;
  readonly onAsk: (appointment: Appointment) => void;
}

/** Appointments day by day, for a phone. */
export function DayList({ days, appointments, mayMove, onAsk }: Props) {
  const translate = useTranslate();
  return days.map((day) => {
    const ofDay = appointments.filter(({ date }) => date === day);
    return (
      <Box component="section" key={day} sx={{ mb: 2 }}>
        <Typography component="h2" variant="subtitle1" sx={{ mb: 0.5 }}>
          {format.longDay(day)}
        </Typography>
        {ofDay.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {translate('accueil.agenda.nothing')}
          </Typography>
        )}
        <Box sx={{ display: 'grid', gap: 0.75 }}>
          {ofDay.map((appointment) => (
            <AppointmentCard
              key={`${appointment.entryId}-${appointment.position}`}
              appointment={appointment}
              onMove={mayMove(appointment) ? onAsk : undefined}
            />
          ))}
        </Box>
      </Box>
    );
  });
}
