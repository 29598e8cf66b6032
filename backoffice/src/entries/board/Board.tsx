import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Box } from '@mui/material';
import { useState } from 'react';
import { stageNamed } from '../../api/enumerations.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { dragAnnouncements } from '../../ui/drag-announcements.ts';
import { OnEntry } from '../detail/EntryActButton.tsx';
import { AdmissionDialog } from './AdmissionDialog.tsx';
import { CardText } from './BoardCard.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import { type BoardFilter, columns, columnTitle } from './columns.ts';
import { useMoveLead } from './use-move-lead.tsx';

/** The columns; cards are dragged by mouse or touch; their menus move them without dragging. */
export function Board({ filter }: { readonly filter: BoardFilter }) {
  const [dragged, setDragged] = useState<ListedEntry>();
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
  );

  function drop(event: DragEndEvent) {
    setDragged(undefined);
    const lead = draggedLead(event);
    const stage = stageNamed(event.over?.id);
    if (lead !== undefined && stage !== undefined && stage !== lead.stage) move({ lead, stage });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={told}
      onDragStart={(event) => setDragged(draggedLead(event))}
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
        <OnEntry entryId={admitted.id} onClose={() => setAdmitted(undefined)}>
          {(lead) => (
            <AdmissionDialog
              lead={lead}
              onChoose={(day, tells) => {
                setAdmitted(undefined);
                const result = tells && { resultat: 'commercial.resultat.realisee' as const, ...tells };
                moveLead({ lead: admitted, stage: 'Admission réalisé', day, result });
              }}
              onClose={() => setAdmitted(undefined)}
            />
          )}
        </OnEntry>
      )}
      <DragOverlay>{dragged !== undefined && <CardText lead={dragged} isLifted />}</DragOverlay>
    </DndContext>
  );
}

const told = dragAnnouncements((over) => {
  const stage = stageNamed(over?.id);
  return stage && columnTitle(stage);
});

function draggedLead({ active }: Pick<DragEndEvent, 'active'>): ListedEntry | undefined {
  const lead: ListedEntry | undefined = active.data.current?.lead;
  return lead;
}
