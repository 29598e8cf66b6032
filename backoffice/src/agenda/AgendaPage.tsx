import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import {
  Alert,
  Box,
  Button,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useResidences } from '../api/queries.ts';
import type { Appointment } from '../api/responses.ts';
import { addDays, today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useMayChange, useSession } from '../session/access.ts';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { DayList } from './DayList.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { PhoneCalendars } from './PhoneCalendars.tsx';
import { useAgenda, useMoveAppointment } from './use-agenda.ts';
import { WeekTable } from './WeekTable.tsx';
import { weekOf } from './week.ts';

/** Visits and calls of a week, by residence or person. The choice is in the address. */
export function AgendaPage() {
  const translate = useTranslate();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { all } = useResidences();
  const mayChange = useMayChange();
  const move = useMoveAppointment();
  const [parameters, setParameters] = useSearchParams();
  const [asked, setAsked] = useState<Appointment>();
  const day = dayIn(parameters.get('day'));
  const days = weekOf(day);
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const person = Number(parameters.get('person')) || undefined;
  const agenda = useAgenda({
    from: days[0] ?? day,
    to: days[6] ?? day,
    establishmentId: residence,
    personId: person,
  });
  const choose = (changes: Record<string, string | undefined>) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) after.delete(name);
        else after.set(name, value);
      }
      return after;
    });

  return (
    <Stack sx={{ mt: 1, minWidth: 0, gap: 2 }}>
      <Title title="accueil.agenda.title" />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <WeekChoice days={days} onChoose={(chosen) => choose({ day: chosen })} />
        <ResidenceSelect
          all={translate('accueil.residences.all')}
          value={residence}
          onChange={(id) => choose({ residence: id === undefined ? undefined : String(id) })}
          sx={{ width: { xs: '100%', sm: 240 } }}
        />
        <PersonSelect
          appointments={agenda.data?.data ?? []}
          value={person}
          onChange={(id) => choose({ person: id === undefined ? undefined : String(id) })}
        />
        <PhoneCalendars />
      </Stack>
      <WhenLoaded data={agenda.data} error={agenda.error}>
        {({ data, truncated }) => (
          <Box>
            {truncated && (
              <Alert severity="warning" sx={{ mb: 1 }}>
                {translate('accueil.agenda.truncated')}
              </Alert>
            )}
            {isSmall ? (
              <DayList
                days={days.includes(today()) ? days.filter((day) => day >= today()) : days}
                appointments={data}
                mayMove={mayMoveEntry}
                onAsk={setAsked}
              />
            ) : (
              <>
                <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                  {translate('accueil.agenda.drag')}
                </Typography>
                <WeekTable
                  days={days}
                  appointments={data}
                  mayMove={mayMoveEntry}
                  onMove={move}
                  onAsk={setAsked}
                />
              </>
            )}
          </Box>
        )}
      </WhenLoaded>
      {asked !== undefined && (
        <MoveDialog appointment={asked} onMove={move} onClose={() => setAsked(undefined)} />
      )}
    </Stack>
  );

  function mayMoveEntry(appointment: Appointment): boolean {
    return mayChange(appointment);
  }
}

/** A day of the address; today unless it is one. */
function dayIn(text: string | null): string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : today();
}

interface WeekChoiceProps {
  readonly days: readonly string[];
  readonly onChoose: (day: string | undefined) => void;
}

function WeekChoice({ days, onChoose }: WeekChoiceProps) {
  const translate = useTranslate();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexGrow: { xs: 1, md: 0 } }}>
      <IconButton
        aria-label={translate('accueil.agenda.previous')}
        onClick={() => onChoose(addDays(from, -7))}
      >
        <ChevronLeft />
      </IconButton>
      <Button onClick={() => onChoose(undefined)}>{translate('accueil.agenda.today')}</Button>
      <IconButton aria-label={translate('accueil.agenda.next')} onClick={() => onChoose(addDays(from, 7))}>
        <ChevronRight />
      </IconButton>
      <Typography aria-live="polite" sx={{ px: 1 }}>
        {translate('accueil.agenda.week', { from: format.day(from), to: format.day(to) })}
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
  const translate = useTranslate();
  const me = useSession()?.user.id;
  const people = new Map(
    appointments.flatMap(({ person }) => (person === null ? [] : [[person.id, person.name] as const])),
  );
  if (me !== undefined) people.set(me, translate('accueil.agenda.me'));
  if (value !== undefined && !people.has(value)) people.set(value, `n° ${value}`);
  return (
    <TextField
      select
      label={translate('accueil.agenda.person')}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '100%', sm: 200 } }}
    >
      <MenuItem value="">{translate('accueil.agenda.everyone')}</MenuItem>
      {[...people].map(([id, name]) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
