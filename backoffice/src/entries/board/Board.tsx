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
import { stageNamed } from '../../api/enumerations.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { translate } from '../../i18n/texts.ts';
import { AdmissionDialog } from './AdmissionDialog.tsx';
import { CardText } from './BoardCard.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import { type BoardFilter, columns, columnTitle } from './columns.ts';
import { useMoveLead } from './use-move-lead.tsx';

/** The columns; cards are dragged by mouse, touch or keyboard. */
export function Board({ filter }: { readonly filter: BoardFilter }) {
  const [dragged, setDragged] = useState<ListedEntry>();
  const accessibility = useAnnouncements();
  const [admitted, setAdmitted] = useState<ListedEntry>();
  const moveLead = useMoveLead(filter);
  // An admission usually ends the lead: the result is asked for.
  const move: typeof moveLead = (given) =>
    given.stage === 'Admission réalisé' && given.lead.resultat === null
      ? setAdmitted(given.lead)
      : moveLead(given);
  const sensors = useSensors(
    // A click must not drag, and a swipe must scroll.
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnByColumn }),
  );

  function drop({ active, over }: DragEndEvent) {
    setDragged(undefined);
    const lead = draggedLead(active);
    const stage = stageNamed(over?.id);
    if (lead !== undefined && stage !== undefined && stage !== lead.stage) move({ lead, stage });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(draggedLead(active))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 1.5,
          alignItems: 'stretch',
          overflowX: 'auto',
          pb: 2,
          scrollSnapType: dragged === undefined ? 'x proximity' : 'none',
        }}
      >
        {columns.map((column) => (
          <BoardColumn key={column} column={column} filter={filter} onMove={move} />
        ))}
      </Box>
      {admitted !== undefined && (
        <AdmissionDialog
          lead={admitted}
          onChoose={(day, withResult) => {
            setAdmitted(undefined);
            moveLead({ lead: admitted, stage: 'Admission réalisé', day, withResult });
          }}
          onClose={() => setAdmitted(undefined)}
        />
      )}
      <DragOverlay>{dragged !== undefined && <CardText lead={dragged} isLifted />}</DragOverlay>
    </DndContext>
  );
}

/** The column under the pointer; for a card dragged by keyboard, the one under its middle. */
const underPointer: CollisionDetection = (given) => {
  if (given.pointerCoordinates !== null) return pointerWithin(given);
  const { collisionRect, droppableContainers, droppableRects } = given;
  const middle = collisionRect.left + collisionRect.width / 2;
  return droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id);
    return rect !== undefined && rect.left <= middle && middle <= rect.right ? [{ id }] : [];
  });
};

/** What screen readers announce while a card is dragged. */
function useAnnouncements(): {
  readonly announcements: Announcements;
  readonly screenReaderInstructions: ScreenReaderInstructions;
} {
  const announce = (word: string, active: Active, column?: string | number) => {
    const stage = stageNamed(column);
    return translate(`accueil.leads.board.${word}`, {
      name: draggedLead(active)?.name ?? translate('accueil.leads.unnamed'),
      stage: stage === undefined ? '' : columnTitle(stage),
    });
  };
  return {
    screenReaderInstructions: { draggable: translate('accueil.leads.board.instructions') },
    announcements: {
      onDragStart: ({ active }) => announce('dragged', active),
      onDragOver: ({ active, over }) => announce(over === null ? 'overNothing' : 'over', active, over?.id),
      onDragEnd: ({ active, over }) => announce(over === null ? 'cancelled' : 'dropped', active, over?.id),
      onDragCancel: ({ active }) => announce('cancelled', active),
    },
  };
}

/** The entry of a dragged card. */
function draggedLead(active: Active): ListedEntry | undefined {
  const lead: ListedEntry | undefined = active.data.current?.lead;
  return lead;
}

/** Moves a dragged card to the next or the previous column with the arrow keys. */
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
