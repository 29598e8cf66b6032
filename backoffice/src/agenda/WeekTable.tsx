import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Appointment } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { AppointmentCard } from './AppointmentCard.tsx';
import type { Move } from './use-agenda.ts';
import { type Hour, hourOf, hoursOf, timeAt } from './week.ts';

interface Props {
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
  readonly mayMove: (appointment: Appointment) => boolean;
  readonly onMove: (move: Move) => void;
  /** Asks for the day and the time. */
  readonly onAsk: (appointment: Appointment) => void;
}

/** A week by hours. The mouse drags an appointment; its button moves it without dragging. */
export function WeekTable({ days, appointments, mayMove, onMove, onAsk }: Props) {
  const translate = useTranslate();
  // A click must not drag.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 8 } }));
  const hourText = (hour: Hour) =>
    hour === null ? translate('accueil.agenda.noTime') : translate('accueil.agenda.hour', { hour });

  // Without them, dnd-kit speaks English.
  const announcements = {
    onDragStart: () => undefined,
    onDragOver: ({ over }: Pick<DragEndEvent, 'over'>) => {
      const slot: Slot | undefined = over?.data.current?.slot;
      if (slot === undefined) return undefined;
      return translate('accueil.agenda.slot', { day: format.longDay(slot.day), hour: hourText(slot.hour) });
    },
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  };

  function drop({ active, over }: DragEndEvent) {
    const appointment: Appointment | undefined = active.data.current?.appointment;
    const slot: Slot | undefined = over?.data.current?.slot;
    if (appointment === undefined || slot === undefined) return;
    const time = timeAt(appointment, slot.hour);
    if (slot.day !== appointment.date || time !== appointment.time)
      onMove({ appointment, date: slot.day, time });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ announcements }}
      onDragEnd={drop}
    >
      <TableContainer>
        <Table
          size="small"
          sx={{ tableLayout: 'fixed', minWidth: 900, '& td, & th': { px: 0.5, verticalAlign: 'top' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 64 }} />
              {days.map((day) => (
                <TableCell
                  key={day}
                  component="th"
                  scope="col"
                  {...(day === today() && { 'aria-current': 'date' })}
                  sx={{ fontWeight: day === today() ? 700 : 500 }}
                >
                  {format.shortDay(day)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {hoursOf(appointments).map((hour) => (
              <TableRow key={hour ?? 'none'}>
                <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
                  {hourText(hour)}
                </TableCell>
                {days.map((day) => (
                  <SlotCell key={day} slot={{ day, hour }}>
                    {appointments
                      .filter((appointment) => appointment.date === day && hourOf(appointment) === hour)
                      .map((appointment) => (
                        <Draggable
                          key={`${appointment.entryId}-${appointment.position}`}
                          appointment={appointment}
                          isDisabled={appointment.done || !mayMove(appointment)}
                          onAsk={onAsk}
                        />
                      ))}
                  </SlotCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </DndContext>
  );
}

interface Slot {
  readonly day: string;
  readonly hour: Hour;
}

function SlotCell({ slot, children }: { readonly slot: Slot; readonly children: React.ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${slot.day} ${slot.hour}`, data: { slot } });
  return (
    <TableCell ref={setNodeRef} sx={{ height: 40, bgcolor: isOver ? 'action.hover' : 'transparent' }}>
      <Box sx={{ display: 'grid', gap: 0.5 }}>{children}</Box>
    </TableCell>
  );
}

interface DraggableProps {
  readonly appointment: Appointment;
  readonly isDisabled: boolean;
  readonly onAsk: (appointment: Appointment) => void;
}

function Draggable({ appointment, isDisabled, onAsk }: DraggableProps) {
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: `${appointment.entryId}-${appointment.position}`,
    data: { appointment },
    disabled: isDisabled,
  });
  return (
    <Box
      ref={setNodeRef}
      {...(!isDisabled && listeners)}
      sx={{
        cursor: isDisabled ? 'auto' : 'grab',
        ...(transform !== null && { transform: `translate(${transform.x}px, ${transform.y}px)` }),
        ...(isDragging && { position: 'relative', zIndex: 2 }),
      }}
    >
      <AppointmentCard appointment={appointment} onMove={isDisabled ? undefined : onAsk} />
    </Box>
  );
}
