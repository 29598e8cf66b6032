import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Box } from '@mui/material';
import type { KeyboardEvent } from 'react';
import type { Appointment } from '../api/responses.ts';
import { isDayOff } from '../i18n/days.ts';
import { dragAnnouncements } from '../ui/drag-announcements.ts';
import { doneCallsText, isDoneCall } from './appointment.ts';
import { DayColumn } from './DayColumn.tsx';
import { halfHourOf, halfHoursOf, momentText, placesOf, type Slot, timeOf } from './half-hours.ts';
import type { AgendaActs, Move } from './use-agenda.tsx';

/** What stands side by side in a week; the day shows the others. */
const maxLanes = 3;

interface Props extends AgendaActs {
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
  readonly onMove: (move: Move) => void;
}

/**
 * Days by half hours, as high as the window. The mouse drags an appointment; its button moves it without dragging. Arrow
 * keys go from one half hour to the next.
 */
export function Calendar({ days, appointments, mayMove, onMove, ...acts }: Props) {
  // A click must not drag.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 8 } }));
  const shown = appointments.filter((one) => !isDoneCall(one));
  const halfHours = halfHoursOf(shown);
  const ofDay = (day: string) => shown.filter(({ date }) => date === day);
  const isNarrow = (day: string) => days.length > 1 && isDayOff(day) && ofDay(day).length === 0;
  const lanesOn = (day: string) =>
    Math.max(1, ...placesOf(ofDay(day)).map(({ lanes }) => Math.min(lanes, maxLanes)));

  function drop({ active, over }: DragEndEvent) {
    const appointment: Appointment | undefined = active.data.current?.appointment;
    const slot: Slot | undefined = over?.data.current?.slot;
    if (appointment === undefined || slot === undefined) return;
    const { date, time } = appointment;
    // On another day, its minutes stay.
    const isSameTime = time !== null && slot.time === timeOf(halfHourOf(time));
    const moved = { date: slot.date, time: isSameTime ? time : slot.time };
    if (moved.date !== date || moved.time !== time) onMove({ appointment, ...moved });
  }

  return (
    <DndContext sensors={sensors} collisionDetection={underItsTop} accessibility={told} onDragEnd={drop}>
      <Box
        onKeyDown={(event) => goByArrow(event, halfHours.length)}
        sx={{ display: 'grid', '& .MuiTypography-root': { fontSize: 12, lineHeight: 1.3 } }}
        style={{
          gridTemplateColumns: `48px ${days.map((day) => (isNarrow(day) ? '40px' : `minmax(0, ${1 + lanesOn(day)}fr)`)).join(' ')}`,
          gridTemplateRows: `auto auto repeat(${halfHours.length}, minmax(24px, 1fr))`,
          minHeight: `min(100vh - 160px, ${36 * halfHours.length}px)`,
        }}
      >
        {halfHours.map((halfHour, i) => (
          <Box
            key={halfHour}
            aria-hidden
            sx={{ fontSize: 12, color: 'text.secondary', gridColumn: 1 }}
            style={{ gridRow: i + 3 }}
          >
            {halfHour % 2 === 0 && `${halfHour / 2} h`}
          </Box>
        ))}
        {days.map((day, i) => (
          <DayColumn
            key={day}
            day={day}
            isFirst={i === 0}
            isNarrow={isNarrow(day)}
            maxLanes={days.length === 1 ? Number.POSITIVE_INFINITY : maxLanes}
            appointments={ofDay(day)}
            doneCalls={doneCallsText(appointments.filter(({ date }) => date === day))}
            halfHours={halfHours}
            mayMove={mayMove}
            {...acts}
          />
        ))}
      </Box>
    </DndContext>
  );
}

const told = dragAnnouncements((over) => {
  const slot: Slot | undefined = over?.data.current?.slot;
  return slot && momentText(slot);
});

/** What an appointment is dropped on: the half hour under its first line, not under the pointer. */
const underItsTop: CollisionDetection = (drag) => {
  const { left, top, width } = drag.collisionRect;
  return pointerWithin({ ...drag, pointerCoordinates: { x: left + width / 2, y: top + 12 } });
};

function goByArrow(event: KeyboardEvent<HTMLElement>, rows: number): void {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -rows, ArrowRight: rows }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('[data-slot]'))
    return;
  event.preventDefault();
  const slots = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-slot]')];
  slots[slots.indexOf(event.target) + step]?.focus();
}
