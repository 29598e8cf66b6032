import { useDraggable } from '@dnd-kit/core';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import { Box, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useResidences } from '../api/queries.ts';
import type { Appointment } from '../api/responses.ts';
import { aboutText, callerName, entryPath } from '../entries/entry.ts';
import { isCovered, objectionText } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { isCall, isLate, keyOf, kindOf, stateOf } from './appointment.ts';
import { useResidenceColor } from './residence-colors.ts';

interface Props {
  readonly appointment: Appointment;
  /** Absent for one that can't be moved. */
  readonly onMove: (() => void) | undefined;
}

/** An appointment in the calendar: a visit filled in the colour of its residence, a call as one outlined line. */
export function AppointmentBlock({ appointment, onMove }: Props) {
  const { nameAmong } = useResidences();
  const color = useResidenceColor()(appointment.establishmentId);
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: keyOf(appointment),
    data: { appointment },
    disabled: onMove === undefined,
  });
  const { kind, entryId, time, done, person, establishmentId } = appointment;
  const isLine = isCall(appointment);
  const residence = establishmentId === null ? undefined : nameAmong(establishmentId);
  const who = callerName(appointment);
  const says = objectionText(appointment.objection);
  const objection = isCovered(appointment.objection) ? says : null;
  const description = format.dotted(kindOf(appointment), stateOf(appointment), person?.name, says);
  return (
    <Box
      ref={setNodeRef}
      {...listeners}
      sx={{
        ...{
          position: 'relative',
          minWidth: 0,
          minHeight: 24,
          overflow: 'hidden',
          px: 0.5,
          borderRadius: 0.5,
        },
        ...{ border: 1, borderLeftWidth: 4, bgcolor: 'background.paper', color: 'text.primary' },
        ...(done && {
          borderColor: 'divider',
          bgcolor: 'action.disabledBackground',
          color: 'text.secondary',
        }),
        cursor: onMove === undefined ? 'auto' : 'grab',
        '& .move': { opacity: 0 },
        '&:hover .move, & .move:focus-visible': { opacity: 1 },
        '@media (hover: none)': { '& .move': { opacity: 1 } },
        '&:has(a:focus-visible)': { outline: 3, outlineColor: 'primary.main', zIndex: 1 },
        // The pointer is not on the link when the drag ends: that would open the entry.
        ...(isDragging && { zIndex: 2, boxShadow: 4, pointerEvents: 'none' }),
      }}
      style={{
        ...(!done && { borderColor: color.line, ...(!isLine && { backgroundColor: color.fill }) }),
        ...(transform !== null && { transform: `translate(${transform.x}px, ${transform.y}px)` }),
      }}
    >
      <Tooltip describeChild title={description} enterDelay={400}>
        <Link
          component={RouterLink}
          to={entryPath({ kind, id: entryId })}
          color="inherit"
          underline="none"
          sx={{ display: 'block', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          <Typography noWrap={isLine} sx={{ fontWeight: isLine ? 400 : 600 }}>
            {isLate(appointment) && <ErrorOutlined color="error" sx={icon} />}
            {isLine && objection === null && <PhoneOutlined sx={icon} />}
            {objection !== null && <PhoneDisabledOutlined color="warning" sx={icon} />}
            {who} {time} {objection}
          </Typography>
          {!isLine && (
            <Typography noWrap>
              {[kind === 'postuler' && kindOf(appointment), aboutText(appointment), residence]
                .filter(Boolean)
                .join(', ')}
            </Typography>
          )}
        </Link>
      </Tooltip>
      {onMove !== undefined && (
        <Tooltip title="Déplacer">
          <IconButton
            className="move"
            size="small"
            aria-label={`Déplacer : ${kindOf(appointment)}, ${who}`}
            onClick={onMove}
            // A press here must not drag it.
            onMouseDown={(event) => event.stopPropagation()}
            sx={{ position: 'absolute', top: 0, right: 0, p: '3px', bgcolor: 'background.paper' }}
          >
            <EventRepeatOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

const icon = { fontSize: 14, mr: 0.25, verticalAlign: 'text-bottom' } as const;
