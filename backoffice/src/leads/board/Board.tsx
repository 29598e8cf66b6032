import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Box } from '@mui/material';
import { useState } from 'react';
import type { Lead } from '../lead.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { CardText } from './CardText.tsx';
import { columns, stageNamed } from './columns.ts';
import { columnByColumn } from './keyboard-columns.ts';
import { draggedLead, useBoardWords } from './use-board-words.ts';
import { useMoveLead } from './use-move-lead.ts';

/** The columns, and what moves between them: by mouse, by touch, by keyboard. */
export function Board({ establishmentId }: { readonly establishmentId: number | undefined }) {
  const [held, setHeld] = useState<Lead>();
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
