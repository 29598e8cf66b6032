import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  type Theme,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useId, useState } from 'react';
import { DateInput, required, Title } from 'react-admin';
import { useResidences } from '../api/queries.ts';
import type { Appointment, ListedEntry } from '../api/responses.ts';
import { PlanDialog } from '../entries/detail/ActionItem.tsx';
import { OnEntry } from '../entries/detail/EntryActions.tsx';
import { bothNames } from '../entries/entry.ts';
import { addDays, isDay, mondayOf, today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { SearchField } from '../search/SearchField.tsx';
import { useMayChange, useRight, useSession } from '../session/access.ts';
import { FormDialog } from '../ui/forms.tsx';
import { TimeInput } from '../ui/inputs.tsx';
import { Steps } from '../ui/Steps.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { Calendar } from './Calendar.tsx';
import { DayList } from './DayList.tsx';
import { momentText, type Slot } from './half-hours.ts';
import { PhoneCalendars } from './PhoneCalendars.tsx';
import { useResidenceColor } from './residence-colors.ts';
import { type Move, useAgenda, useMoveAppointment } from './use-agenda.tsx';

const unitTexts = {
  day: { view: 'Jour', previous: 'Jour précédent', next: 'Jour suivant' },
  week: { view: 'Semaine', previous: 'Semaine précédente', next: 'Semaine suivante' },
};

const views = ['day', 'week'] as const;
const touched = { minWidth: 44, minHeight: 44 } as const;

/** Visits and calls of a day or a week, by residence or person. The choice is in the address. */
export function AgendaPage() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const { all, isPending } = useResidences();
  const mayMove = useMayChange();
  const mayAdd = useRight('entries.change');
  const move = useMoveAppointment();
  const [parameters, choose] = useParameters();
  const [moving, setMoving] = useState<Appointment>();
  const [added, setAdded] = useState<Slot>();
  const asked = parameters.get('day');
  const day = isDay(asked) ? asked : today();
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const person = Number(parameters.get('person')) || undefined;
  const usual = isSmall || (all.length > 1 && residence === undefined) ? 'day' : 'week';
  const view = views.find((one) => one === parameters.get('view')) ?? usual;
  const days = view === 'day' ? [day] : [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(mondayOf(day), offset));
  const agenda = useAgenda({
    from: days[0] ?? day,
    to: days.at(-1) ?? day,
    establishmentId: residence,
    personId: person,
  });
  const acts = { mayMove, onAsk: setMoving, onAdd: mayAdd ? setAdded : undefined };

  return (
    <Stack sx={{ mt: 1, minWidth: 0, gap: 0.5 }}>
      <Title title="Agenda" />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <DayChoice days={days} onChoose={(chosen) => choose({ day: chosen })} />
        <ToggleButtonGroup aria-label="Vue" value={view}>
          {views.map((one) => (
            <ToggleButton key={one} value={one} onClick={() => choose({ view: one })}>
              {unitTexts[one].view}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <PersonSelect
          appointments={agenda.data?.data ?? []}
          value={person}
          onChange={(id) => choose({ person: id })}
        />
        <PhoneCalendars />
      </Stack>
      {/* The view stays, though a residence alone is shown by the week. */}
      <ResidenceLegend value={residence} onChange={(id) => choose({ residence: id, view })} />
      <WhenLoaded data={isPending ? undefined : agenda.data} error={agenda.error}>
        {({ data, truncated }) => (
          <Box>
            {truncated && (
              <Alert severity="warning" sx={{ mb: 1 }}>
                Il y a plus de rendez-vous que cette page n’en montre : choisissez une résidence.
              </Alert>
            )}
            {isSmall ? (
              <DayList
                days={days.includes(today()) ? days.filter((one) => one >= today()) : days}
                appointments={data}
                {...acts}
              />
            ) : (
              <Calendar
                days={days}
                appointments={data}
                {...acts}
                onMove={move}
                onOpenDay={(opened) => choose({ view: 'day', day: opened })}
              />
            )}
          </Box>
        )}
      </WhenLoaded>
      {moving !== undefined && (
        <MoveDialog appointment={moving} onMove={move} onClose={() => setMoving(undefined)} />
      )}
      {added !== undefined && <PlanAtDialog slot={added} onClose={() => setAdded(undefined)} />}
    </Stack>
  );
}

interface DayChoiceProps {
  readonly days: readonly string[];
  readonly onChoose: (day: string | undefined) => void;
}

function DayChoice({ days, onChoose }: DayChoiceProps) {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const unit = days.length === 1 ? 'day' : 'week';
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexGrow: 1, flexBasis: { xs: '100%', md: 0 } }}
    >
      <Steps
        previous={unitTexts[unit].previous}
        next={unitTexts[unit].next}
        onStep={(step) => onChoose(addDays(from, step * days.length))}
      >
        <Button onClick={() => onChoose(undefined)} sx={touched}>
          Aujourd’hui
        </Button>
      </Steps>
      <Typography
        aria-live="polite"
        // A phone's list names its day.
        sx={{ px: 1, display: { xs: unit === 'day' ? 'none' : 'block', md: 'block' } }}
      >
        {unit === 'day' ? format.longDay(from) : `${format.shortDay(from)} – ${format.shortDay(to)}`}
      </Typography>
    </Box>
  );
}

interface PersonSelectProps {
  readonly appointments: readonly Appointment[];
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** Everyone, the user, or one of those who have an appointment that week. */
function PersonSelect({ appointments, value, onChange }: PersonSelectProps) {
  const me = useSession()?.user.id;
  const people = new Map(
    appointments.flatMap(({ person }) => (person === null ? [] : [[person.id, person.name] as const])),
  );
  if (me !== undefined) people.set(me, 'Moi');
  if (value !== undefined && !people.has(value)) people.set(value, `n° ${value}`);
  return (
    <TextField
      select
      label="Pour qui"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ flex: { xs: 1, sm: '0 0 180px' }, m: 0 }}
    >
      <MenuItem value="">Tout le monde</MenuItem>
      {[...people].map(([id, name]) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface ResidenceLegendProps {
  /** The one that is shown alone. */
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** The colours of the residences; a click shows one alone, another all. Nothing for users who have a single one. */
function ResidenceLegend({ value, onChange }: ResidenceLegendProps) {
  const { all } = useResidences();
  const colorOf = useResidenceColor();
  if (all.length <= 1) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Résidences"
      // One row, to be moved sideways where there is no room.
      sx={{ gap: 0.5, py: 0.5, overflowX: 'auto', flexShrink: 0 }}
    >
      {all.map(({ id, name }) => {
        const { fill, line } = colorOf(id);
        const isAlone = id === value;
        return (
          <Chip
            key={id}
            component="button"
            type="button"
            clickable
            size="small"
            variant={isAlone ? 'filled' : 'outlined'}
            aria-pressed={isAlone}
            icon={
              <Box
                sx={{ width: 14, height: 14, borderRadius: 0.5, border: 2 }}
                style={{ backgroundColor: fill, borderColor: line }}
              />
            }
            label={name}
            onClick={() => onChange(isAlone ? undefined : id)}
            sx={{
              flexShrink: 0,
              height: { xs: 44, md: 26 },
              opacity: value === undefined || isAlone ? 1 : 0.7,
            }}
          />
        );
      })}
    </Stack>
  );
}

interface MoveDialogProps {
  readonly appointment: Appointment;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

function MoveDialog({ appointment, onMove, onClose }: MoveDialogProps) {
  const { date, time } = appointment;
  return (
    <FormDialog
      title={`Déplacer : ${appointment.contactName ?? appointment.name ?? 'Sans nom'}`}
      submit="Déplacer"
      values={{ date, time: time ?? '' }}
      send={async (values) => {
        onMove({ appointment, date: values.date, time: values.time === '' ? null : values.time });
        onClose();
        return false;
      }}
      onClose={onClose}
    >
      <DateInput source="date" label="Jour" validate={required()} />
      <TimeInput source="time" />
    </FormDialog>
  );
}

/** « Visite ou appel avec… »: the family is searched, then the form of the entry's page plans it at this half hour. */
function PlanAtDialog({ slot, onClose }: { readonly slot: Slot; readonly onClose: () => void }) {
  const titleId = useId();
  const [isVisit, setVisit] = useState(true);
  const [chosen, setChosen] = useState<ListedEntry>();
  if (chosen !== undefined)
    return (
      <OnEntry entryId={chosen.id} onClose={onClose}>
        {(entry) => (
          <PlanDialog
            title={isVisit ? `Visite : ${bothNames(chosen)}` : `Appel : ${bothNames(chosen)}`}
            {...{ entry, isVisit, onClose }}
            moment={slot}
          />
        )}
      </OnEntry>
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Visite ou appel avec…</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{momentText(slot)}</Typography>
        <ToggleButtonGroup aria-label="Visite ou appel" value={isVisit}>
          <ToggleButton value onClick={() => setVisit(true)}>
            Visite
          </ToggleButton>
          <ToggleButton value={false} onClick={() => setVisit(false)}>
            Appel
          </ToggleButton>
        </ToggleButtonGroup>
        <SearchField autoFocus onEntry={setChosen} onChosen={onClose} />
      </DialogContent>
    </Dialog>
  );
}
