import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  type ScreenReaderInstructions,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../../api/answers.ts';
import { CardText } from './BoardCard.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import { columnLabel, columns, stageNamed } from './columns.ts';
import { useMoveLead } from './use-move-lead.ts';

/** The columns, and what moves between them: by mouse, by touch, by keyboard. */
export function Board({ establishmentId }: { readonly establishmentId: number | undefined }) {
  const [held, setHeld] = useState<ListedEntry>();
  const words = useBoardWords();
  const move = useMoveLead(establishmentId);
  const sensors = useSensors(
    // A click is no move, and a swipe scrolls.
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnByColumn }),
  );

  function drop({ active, over }: DragEndEvent) {
    setHeld(undefined);
    const lead = draggedLead(active);
    const stage = stageNamed(over?.id);
    if (lead !== undefined && stage !== undefined && stage !== lead.stage) move({ lead, stage });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      accessibility={words}
      onDragStart={({ active }) => setHeld(draggedLead(active))}
      onDragEnd={drop}
      onDragCancel={() => setHeld(undefined)}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 1.5,
          alignItems: 'stretch',
          overflowX: 'auto',
          pb: 2,
          scrollSnapType: held === undefined ? 'x proximity' : 'none',
        }}
      >
        {columns.map((column) => (
          <BoardColumn key={column} column={column} establishmentId={establishmentId} onMove={move} />
        ))}
      </Box>
      <DragOverlay>{held !== undefined && <CardText lead={held} isHeld />}</DragOverlay>
    </DndContext>
  );
}

/** The column under the pointer; of a card that the keyboard holds, the one that its middle is in. */
const underPointer: CollisionDetection = (given) => {
  if (given.pointerCoordinates !== null) return pointerWithin(given);
  const { collisionRect, droppableContainers, droppableRects } = given;
  const middle = collisionRect.left + collisionRect.width / 2;
  return droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id);
    return rect !== undefined && rect.left <= middle && middle <= rect.right ? [{ id }] : [];
  });
};

/** What somebody who can't see the board is told while a card is moved. */
function useBoardWords(): {
  readonly announcements: Announcements;
  readonly screenReaderInstructions: ScreenReaderInstructions;
} {
  const translate = useTranslate();
  const said = (word: string, active: Active, column?: string | number) => {
    const stage = stageNamed(column);
    return translate(`accueil.leads.board.${word}`, {
      name: draggedLead(active)?.name ?? translate('accueil.leads.unnamed'),
      stage: stage === undefined ? '' : translate(columnLabel(stage)),
    });
  };
  return {
    screenReaderInstructions: { draggable: translate('accueil.leads.board.instructions') },
    announcements: {
      onDragStart: ({ active }) => said('dragged', active),
      onDragOver: ({ active, over }) => said(over === null ? 'overNothing' : 'over', active, over?.id),
      onDragEnd: ({ active, over }) => said(over === null ? 'cancelled' : 'dropped', active, over?.id),
      onDragCancel: ({ active }) => said('cancelled', active),
    },
  };
}

/** The entry whose card is held: every card gives its own along. */
function draggedLead(active: Active): ListedEntry | undefined {
  const lead: ListedEntry | undefined = active.data.current?.lead;
  return lead;
}

/** With the arrows a card that is held goes to the next column, or to the one before. */
const columnByColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : undefined;
  const { collisionRect, droppableRects, droppableContainers } = context;
  if (step === undefined || collisionRect === null) return undefined;
  event.preventDefault();
  const centre = collisionRect.left + collisionRect.width / 2;
  const rects = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => droppableRects.get(id) ?? [])
    .toSorted((a, b) => step * (a.left - b.left));
  const next = rects.find(({ left, width }) => step * (left + width / 2 - centre) > 1);
  if (next === undefined) return currentCoordinates;
  return { x: next.left + (next.width - collisionRect.width) / 2, y: next.top + 48 };
};
