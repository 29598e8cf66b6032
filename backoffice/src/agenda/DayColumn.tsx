import { useDroppable } from '@dnd-kit/core';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Appointment } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { AppointmentBlock } from './AppointmentBlock.tsx';
import type { AgendaActs } from './agenda-acts.ts';
import { keyOf } from './appointment.ts';
import { type HalfHour, momentText, placesOf, type Slot, timeOf } from './half-hours.ts';

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
