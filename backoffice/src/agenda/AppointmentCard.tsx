import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import { Box, IconButton, Link, Paper, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { contractName } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { Appointment } from '../api/responses.ts';
import { entryPath } from '../entries/entry.ts';
import { objectionText } from '../entries/PhoneNumber.tsx';
import { isCallStage, plannedName } from '../entries/planned.ts';
import { nowInParis, today } from '../i18n/days.ts';

interface Props {
  readonly appointment: Appointment;
  /** Absent for one that can't be moved. */
  readonly onMove?: ((appointment: Appointment) => void) | undefined;
}

/** A visit, an admission or a call: when, with whom, where, by whom. */
export function AppointmentCard({ appointment, onMove }: Props) {
  const translate = useTranslate();
  const { nameAmong } = useResidences();
  const { time, stage, done, person, establishmentId, name, contactName, objectedOn } = appointment;
  const planned = plannedName(stage);
  const kind = isCallStage(stage) ? translate('accueil.agenda.call') : done ? contractName(stage) : planned;
  const who = contactName ?? name ?? translate('accueil.leads.unnamed');
  const isLate = !done && isPast(appointment);
  const about = name !== null && name !== who ? ` (${name})` : '';
  const state = done
    ? translate('accueil.agenda.done')
    : isLate
      ? translate('accueil.agenda.late')
      : undefined;
  return (
    <Paper
      variant="outlined"
      sx={{
        p: 0.75,
        borderLeftWidth: 4,
        borderLeftColor: done ? 'success.main' : isLate ? 'error.main' : 'primary.main',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
        <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong>{time ?? ''}</strong> {kind}
          {state !== undefined && (
            <Box component="span" sx={{ color: isLate ? 'error.main' : 'text.secondary' }}>
              {` · ${state}`}
            </Box>
          )}
          <br />
          <Link component={RouterLink} to={entryPath({ kind: appointment.kind, id: appointment.entryId })}>
            {who}
          </Link>
          {about}
        </Typography>
        {onMove !== undefined && !done && (
          <Tooltip title={translate('accueil.agenda.move')}>
            <IconButton
              size="small"
              aria-label={translate('accueil.agenda.moveOf', { what: `${kind}, ${who}` })}
              onClick={() => onMove(appointment)}
              // A press here must not drag the card.
              onMouseDown={(event) => event.stopPropagation()}
            >
              <EventRepeatOutlined fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Typography variant="caption" color="textSecondary" component="p">
        {[establishmentId === null ? undefined : nameAmong(establishmentId), person?.name]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </Typography>
      {objectedOn !== null && (
        <Typography variant="caption" component="p" sx={{ color: 'warning.dark', fontWeight: 600 }}>
          {objectionText(objectedOn)}
        </Typography>
      )}
    </Paper>
  );
}

function isPast({ date, time }: Appointment): boolean {
  const day = today();
  return date < day || (date === day && time !== null && time < nowInParis());
}
