import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  LinearProgress,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Title } from 'react-admin';
import { request } from '../../api/client.ts';
import { stageNamed } from '../../api/enumerations.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail, ListedEntry } from '../../api/responses.ts';
import { addDays, dayBounds, today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { mayChangeEntries, useRight, useSession } from '../../session/access.ts';
import { dragAnnouncements } from '../../ui/drag-announcements.ts';
import { ResidenceSelect } from '../../ui/inputs.tsx';
import { useParameters } from '../../ui/use-parameters.ts';
import { OnEntry } from '../detail/EntryActions.tsx';
import {
  CancelledTick,
  ConfirmationContext,
  type Tells,
  useConfirmation,
} from '../detail/VisitConfirmation.tsx';
import { BoardCard, CardText } from './BoardCard.tsx';
import { type BoardFilter, boardKey, type ColumnName, columns, columnTitle, useColumn } from './columns.ts';
import { useMoveLead } from './use-move-lead.tsx';

export function BoardPage() {
  const { all } = useResidences();
  const [parameters, set] = useParameters();
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const isMine = parameters.get('owner') === 'me';
  const isClosed = parameters.has('closed');
  const userId = useSession()?.user.id;
  const filter = {
    establishmentId: residence,
    ownerId: isMine ? userId : undefined,
  };
  const mayChange = useRight('entries.change');
  const total = useQuery({
    queryKey: [...boardKey, 'closed', filter],
    queryFn: ({ signal }) =>
      request('GET /desk/entries', { kind: 'commercial', open: false, ...filter, limit: 1 }, { signal }),
    meta: { live: 'list' },
  }).data?.total;
  return (
    <Stack sx={{ mt: 1, minWidth: 0 }}>
      <Title title="Tableau par étape" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, mb: 2, alignItems: { sm: 'center' } }}>
        <ResidenceSelect
          residences={all}
          all="Toutes les résidences"
          value={residence}
          onChange={(id) => set({ residence: id })}
          sx={{ width: { xs: '100%', sm: 240 } }}
        />
        {mayChange && (
          <Choice
            label="Confiées à moi"
            isOn={isMine}
            onChange={(on) => set({ owner: on ? 'me' : undefined })}
          />
        )}
        <Choice
          label={format.dotted('Closes', total && format.total(total))}
          isOn={isClosed}
          onChange={(on) => set({ closed: on ? '1' : undefined })}
        />
      </Stack>
      <Board filter={{ ...filter, isClosed }} />
    </Stack>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
  const control = <Switch size="small" checked={isOn} onChange={(_, on) => onChange(on)} />;
  return <FormControlLabel sx={{ ml: 0 }} control={control} label={label} />;
}

/** The columns; cards are dragged by mouse or touch; their menus move them without dragging. */
function Board({ filter }: { readonly filter: BoardFilter }) {
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

interface BoardColumnProps {
  readonly column: ColumnName;
  readonly filter: BoardFilter;
  readonly onMove: ReturnType<typeof useMoveLead>;
}

function BoardColumn({ column, filter, onMove }: BoardColumnProps) {
  const session = useSession();
  const titleId = useId();
  const { setNodeRef, isOver } = useDroppable({ id: column, disabled: column === 'none' });
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useColumn(
    column,
    filter,
  );
  const leads = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.total;
  // A strip, on which a card can be dropped.
  const isEmpty = data !== undefined && leads.length === 0;
  return (
    <Box
      ref={setNodeRef}
      component="section"
      aria-labelledby={titleId}
      sx={(theme) => ({
        ...(isEmpty
          ? { flex: '0 0 40px', writingMode: 'vertical-rl' }
          : { flex: '1 0 auto', width: { xs: 'min(84vw, 300px)', md: 184 } }),
        scrollSnapAlign: 'start',
        border: `1px solid ${isOver ? theme.palette.primary.main : theme.palette.divider}`,
        borderRadius: 2,
        backgroundColor: isOver ? theme.palette.action.hover : 'transparent',
        p: 1,
        minHeight: 240,
      })}
    >
      <Box
        sx={{ display: 'flex', justifyContent: isEmpty ? 'start' : 'space-between', gap: 1, px: 0.5, pb: 1 }}
      >
        <Typography id={titleId} component="h2" variant="subtitle2" sx={{ fontWeight: 650 }}>
          {columnTitle(column)}
        </Typography>
        {total !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {format.total(total)}
          </Typography>
        )}
      </Box>
      {isPending && <LinearProgress />}
      {isError && (
        <>
          <Typography role="alert" variant="body2">
            La liste n’a pas pu être chargée. Réessayez dans un instant.
          </Typography>
          <Button size="small" onClick={() => refetch()}>
            Réessayer
          </Button>
        </>
      )}
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {leads.map((lead) => (
          <BoardCard
            key={lead.id}
            lead={lead}
            mayMove={session !== undefined && mayChangeEntries(session, lead.establishmentId)}
            onMove={onMove}
          />
        ))}
      </Box>
      {hasNextPage && (
        <Button
          fullWidth
          size="small"
          sx={{ mt: 1 }}
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Voir plus
        </Button>
      )}
    </Box>
  );
}

interface AdmissionDialogProps {
  readonly lead: EntryDetail;
  /** `tells` is given where it is the result of the lead too: what tells the family of the visit that this cancels. */
  readonly onChoose: (day: string, tells?: Tells) => void;
  readonly onClose: () => void;
}

/** Asks for the day of an admission, and whether it is the result of a lead. */
function AdmissionDialog({ lead, onChoose, onClose }: AdmissionDialogProps) {
  const titleId = useId();
  const [day, setDay] = useState(today);
  const confirmation = useConfirmation(lead);
  const isOut = day === '' || day > addDays(today(), 365);
  const name = lead.name ?? 'Sans nom';
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`Admission de ${name}`}</DialogTitle>
      <DialogContent>
        <DialogContentText>Avec ce résultat, la demande est close et quitte le tableau.</DialogContentText>
        <TextField
          type="date"
          label="Jour de l’admission"
          value={day}
          slotProps={{ htmlInput: { ...dayBounds, max: addDays(today(), 365) } }}
          onChange={({ target }) => setDay(target.value)}
          error={isOut}
          helperText={isOut && 'Choisissez un jour passé, ou dans les 12 mois à venir.'}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Button onClick={onClose}>Annuler</Button>
        <Button disabled={isOut} onClick={() => onChoose(day)}>
          Seulement l’étape
        </Button>
        {/* The other button cancels no visit. */}
        <Box
          role="group"
          aria-label="Saisir le résultat « Admission réalisée »"
          sx={{ display: 'flex', flexDirection: 'column' }}
        >
          <ConfirmationContext value={confirmation}>
            <CancelledTick actions={lead.actions} />
          </ConfirmationContext>
          <Button
            variant="contained"
            autoFocus
            disabled={isOut || confirmation.isLoading}
            onClick={() => onChoose(day, confirmation.tells)}
          >
            Saisir le résultat « Admission réalisée »
          </Button>
        </Box>
      </DialogActions>
    </Dialog>
  );
}
