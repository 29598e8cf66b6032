import { useDraggable, useDroppable } from '@dnd-kit/core';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import { Box, Button, IconButton, Link, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useResidences } from '../api/queries.ts';
import type { Appointment } from '../api/responses.ts';
import { aboutText, callerName, entryPath } from '../entries/entry.ts';
import { isCovered, objectionText } from '../entries/PhoneNumber.tsx';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { isCall, isLate, keyOf, kindOf, stateOf } from './appointment.ts';
import { type HalfHour, momentText, placesOf, type Slot, timeOf } from './half-hours.ts';
import { useResidenceColor } from './residence-colors.ts';
import type { AgendaActs } from './use-agenda.tsx';

/** Rows above the half hours: the day, and what has no time. */
const above = 3;

interface Props extends AgendaActs {
  readonly day: string;
  readonly appointments: readonly Appointment[];
  readonly doneCalls: string | undefined;
  readonly isFirst: boolean;
  readonly isNarrow: boolean;
  /** How many stand side by side. */
  readonly maxLanes: number;
  readonly halfHours: readonly HalfHour[];
}

/** A day of the calendar: what has no time on top, the others at their half hour. */
export function DayColumn({
  day,
  isFirst,
  isNarrow,
  maxLanes,
  appointments,
  doneCalls,
  halfHours,
  mayMove,
  ...acts
}: Props) {
  const { onAsk, onAdd, onOpenDay } = acts;
  const [first = 0] = halfHours;
  const isToday = day === today();
  const untimed = appointments.filter(({ time }) => time === null);
  const places = placesOf(appointments);
  const hidden = Map.groupBy(
    places.filter(({ lane }) => lane >= maxLanes),
    ({ from }) => from,
  );
  const more = (count: number) => (
    <Button
      size="small"
      aria-label={`+ ${count}, ${format.longDay(day)}`}
      onClick={() => onOpenDay(day)}
      sx={{ minWidth: 28, minHeight: 24, p: 0 }}
    >
      {`+ ${count}`}
    </Button>
  );
  const block = (appointment: Appointment) => (
    <AppointmentBlock
      key={keyOf(appointment)}
      appointment={appointment}
      onMove={!appointment.done && mayMove(appointment) ? () => onAsk(appointment) : undefined}
    />
  );
  return (
    <Box
      role="group"
      aria-label={format.longDay(day)}
      sx={{
        display: 'grid',
        gridTemplateRows: 'subgrid',
        gridRow: '1 / -1',
        borderLeft: 1,
        borderColor: 'divider',
      }}
      style={{ gridTemplateColumns: `minmax(0, 1fr) ${hidden.size > 0 ? '28px' : '6px'}` }}
    >
      <Typography
        {...(isToday && { 'aria-current': 'date' })}
        noWrap
        sx={{
          gridColumn: '1 / -1',
          textAlign: 'center',
          p: 0.5,
          ...(isToday && { color: 'primary.main', fontWeight: 700, borderBottom: 3 }),
        }}
      >
        {isNarrow ? format.shortDay(day).slice(0, 4) : format.shortDay(day)}
        {doneCalls !== undefined && (
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontWeight: 400 }}>
            {doneCalls}
          </Box>
        )}
      </Typography>
      <SlotCell slot={{ date: day, time: null }} row={above - 1}>
        {untimed.slice(0, maxLanes).map(block)}
        {untimed.length > maxLanes && more(untimed.length - maxLanes)}
      </SlotCell>
      {halfHours.map((halfHour) => (
        <SlotCell
          key={halfHour}
          slot={{ date: day, time: timeOf(halfHour) }}
          row={halfHour - first + above}
          isStop={isFirst && halfHour === first}
          onAdd={onAdd}
        />
      ))}
      {places
        .filter(({ lane }) => lane < maxLanes)
        .map(({ appointment, from, to, lane, lanes }) => (
          <Box
            key={keyOf(appointment)}
            // A long text is cut: it makes no half hour higher.
            sx={{ gridColumn: 1, display: 'grid', p: '1px', contain: 'size' }}
            style={{
              gridRow: `${from - first + above} / ${to - first + above}`,
              marginLeft: `${(100 * lane) / Math.min(lanes, maxLanes)}%`,
              width: `${100 / Math.min(lanes, maxLanes)}%`,
            }}
          >
            {block(appointment)}
          </Box>
        ))}
      {[...hidden].map(([halfHour, { length }]) => (
        <Box key={halfHour} sx={{ gridColumn: 2 }} style={{ gridRow: halfHour - first + above }}>
          {more(length)}
        </Box>
      ))}
    </Box>
  );
}

interface AppointmentBlockProps {
  readonly appointment: Appointment;
  /** Absent for one that can't be moved. */
  readonly onMove: (() => void) | undefined;
}

/** An appointment in the calendar: a visit filled in the colour of its residence, a call as one outlined line. */
function AppointmentBlock({ appointment, onMove }: AppointmentBlockProps) {
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

interface SlotCellProps {
  readonly slot: Slot;
  readonly row: number;
  /** Whether Tab stops here: arrow keys lead to the others. */
  readonly isStop?: boolean;
  /** Plans something there. */
  readonly onAdd?: AgendaActs['onAdd'];
  readonly children?: ReactNode;
}

/** What an appointment is dropped on: a half hour, which is a button, or the place of those without a time. */
function SlotCell({ slot, row, isStop = false, onAdd, children }: SlotCellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: `${slot.date} ${slot.time}`, data: { slot } });
  return (
    <Box
      ref={setNodeRef}
      {...(onAdd !== undefined && {
        component: 'button',
        type: 'button',
        'data-slot': '',
        'aria-label': `Visite ou appel avec…, ${momentText(slot)}`,
        tabIndex: isStop ? 0 : -1,
        onClick: () => onAdd(slot),
      })}
      sx={{
        ...{ gridColumn: '1 / -1', display: 'grid', gap: '2px', minHeight: 8, p: '1px' },
        ...{ border: 0, borderTop: slot.time === null ? 0 : 1, font: 'inherit', color: 'text.secondary' },
        borderColor: 'divider',
        borderTopStyle: slot.time?.endsWith('30') ? 'dotted' : 'solid',
        bgcolor: isOver ? 'action.selected' : 'transparent',
        ...(onAdd !== undefined && {
          cursor: 'pointer',
          '&:hover, &:focus-visible': { bgcolor: 'action.hover', '&::after': { content: '"+"' } },
          '&:focus-visible': { outline: 3, outlineColor: 'primary.main', outlineOffset: -3 },
        }),
      }}
      style={{ gridRow: row }}
    >
      {children}
    </Box>
  );
}
