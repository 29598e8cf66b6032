import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import { Box, Button, IconButton, Link, Paper, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useResidences } from '../api/queries.ts';
import type { Appointment } from '../api/responses.ts';
import { aboutText, callerName, entryPath } from '../entries/entry.ts';
import { isCovered, objectionText, PhoneNumber } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { doneCallsText, isDoneCall, isLate, keyOf, kindOf, stateOf } from './appointment.ts';
import { useResidenceColor } from './residence-colors.ts';
import type { AgendaActs } from './use-agenda.tsx';

interface Props extends Omit<AgendaActs, 'onOpenDay'> {
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
}

export function DayList({ days, appointments, mayMove, onAsk, onAdd }: Props) {
  return days.map((day) => {
    const all = appointments.filter(({ date }) => date === day);
    const ofDay = all.filter((one) => !isDoneCall(one));
    const doneCalls = doneCallsText(all);
    return (
      <Box component="section" key={day} sx={{ mb: 3 }}>
        <Typography component="h2" variant="subtitle1">
          {format.longDay(day)}
        </Typography>
        {(ofDay.length === 0 || doneCalls !== undefined) && (
          <Typography color="textSecondary">{doneCalls ?? 'Rien de prévu.'}</Typography>
        )}
        <Box sx={{ display: 'grid', gap: 1, my: 1 }}>
          {ofDay.map((appointment) => (
            <DayCard
              key={keyOf(appointment)}
              appointment={appointment}
              onMove={!appointment.done && mayMove(appointment) ? () => onAsk(appointment) : undefined}
            />
          ))}
        </Box>
        {onAdd !== undefined && (
          <Button
            variant="outlined"
            fullWidth
            sx={{ minHeight: 44 }}
            aria-label={`Visite ou appel avec…, ${format.longDay(day)}`}
            onClick={() => onAdd({ date: day, time: null })}
          >
            Visite ou appel avec…
          </Button>
        )}
      </Box>
    );
  });
}

interface DayCardProps {
  readonly appointment: Appointment;
  /** Absent for one that can't be moved. */
  readonly onMove: (() => void) | undefined;
}

/** When, with whom, where and by whom, with the call and the move under one's thumb. */
function DayCard({ appointment, onMove }: DayCardProps) {
  const { nameAmong } = useResidences();
  const { line } = useResidenceColor()(appointment.establishmentId);
  const { kind, entryId, time, done, person, establishmentId, phone, objection } = appointment;
  const who = callerName(appointment);
  return (
    <Paper
      variant="outlined"
      sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1, p: 1, borderLeft: 5 }}
      style={{ borderLeftColor: done ? 'transparent' : line }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', color: done ? 'text.secondary' : '' }}>
        <Typography variant="body2" color={isLate(appointment) ? 'error' : 'inherit'}>
          {format.dotted(time, kindOf(appointment), stateOf(appointment))}
        </Typography>
        <Link
          component={RouterLink}
          to={entryPath({ kind, id: entryId })}
          // The whole card opens the entry.
          sx={{ fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {who}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {format.dotted(
            aboutText(appointment),
            establishmentId !== null && nameAmong(establishmentId),
            person?.name,
            !isCovered(objection) && objectionText(objection),
          )}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, zIndex: 1 }}>
        <PhoneNumber phone={phone} objection={objection} button={{ name: who, isCompact: true }} />
        {onMove !== undefined && (
          <IconButton
            aria-label={`Déplacer : ${kindOf(appointment)}, ${who}`}
            onClick={onMove}
            sx={{ width: 44, height: 44 }}
          >
            <EventRepeatOutlined />
          </IconButton>
        )}
      </Box>
    </Paper>
  );
}
