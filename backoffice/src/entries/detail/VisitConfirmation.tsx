import { Alert, Box, Checkbox, FormControlLabel, LinearProgress, Stack, Typography } from '@mui/material';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { dayInWords, hourInWords } from '../../../../server/src/french/dates.ts';
import { writtenFor } from '../../../../server/src/french/sms.ts';
import { filled } from '../../../../server/src/french/template-variables.ts';
import { useRead } from '../../api/queries.ts';
import type { Action, EntryDetail, Writing } from '../../api/responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { isDay, nowIn } from '../../i18n/days.ts';
import type { Channel } from '../../ui/LetterInputs.tsx';
import { hasCome, isPlanned, type Moment } from './timeline.ts';

type Use = Writing['visits']['uses'][number]['use'];

/** Where a family is told of a visit. */
interface Way {
  readonly channel: Channel;
  /** The address or number. */
  readonly to: string;
}

interface Asked {
  readonly use: Use;
  /** Of the visit, where it is planned already. */
  readonly position?: number | undefined;
}

type At = Pick<Action, 'date' | 'time'>;

/** What an act sends in order to tell the family; empty where no tick is shown, or all are off. */
export type Tells = Pick<InputOf<'PATCH /desk/entries/:id'>, 'confirm' | 'to' | 'mobile'>;

type Reach = Pick<EntryDetail, 'id' | 'mayWrite' | 'mayText' | 'zone'>;

/** Whether a family is told of the visit that an act plans, moves or cancels: ticks ask for that, one for each way. */
export function useConfirmation({ id, mayWrite, mayText, zone }: Reach) {
  /** What the ticks are about, as long as they are shown. */
  const [asked, ask] = useState<Asked>();
  // Until the user has chosen, a family is told in the ways in which it was told earlier. Ticks go for a moment while a date is
  // typed, and are then as they were.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const enabled = (mayWrite || mayText) && asked !== undefined;
  const { data, error, isFetching } = useRead('GET /desk/entries/:id/writing', { id }, { enabled });
  const isFailed = enabled && !isFetching && error !== null;
  // What was read earlier may be of before the last act.
  const isLoading = enabled && !isFailed && (isFetching || data === undefined);
  const isKnown = enabled && !isLoading && !isFailed && data !== undefined;
  const ways = (isKnown ? waysOf(data, asked.use, asked.position) : []).map(({ isTold, ...way }) => ({
    ...way,
    isOn: chosen[`${asked?.use} ${way.channel}`] ?? isTold,
  }));
  return {
    zone,
    tells: tellsOf(ways.filter(({ isOn }) => isOn)),
    values: data?.values,
    /** Whether it is not known yet who can be told. */
    isLoading,
    isFailed,
    /** How the family can be told, and whether it is. */
    ways,
    ask,
    choose: (use: Use, channel: Channel, isOn: boolean) =>
      setChosen((before) => ({ ...before, [`${use} ${channel}`]: isOn })),
    /** Forgets what was chosen, where another act can follow. */
    forget: () => setChosen({}),
  };
}

/** What {@link useConfirmation} returns, for the ticks inside. */
export const ConfirmationContext = createContext<ReturnType<typeof useConfirmation> | undefined>(undefined);

/** Now, by the clocks of the residence that an act is about; in Paris where it is about several. */
export function useNow(): Moment {
  return nowIn(useContext(ConfirmationContext)?.zone ?? 'Europe/Paris');
}

/** What an act sends in order to tell the family in these ways. */
export function tellsOf(ways: readonly Way[]): Tells {
  if (ways.length === 0) return {};
  const to = ways.find(({ channel }) => channel === 'email')?.to;
  const mobile = ways.find(({ channel }) => channel === 'sms')?.to;
  return {
    confirm: ways.map(({ channel }) => channel),
    ...(to !== undefined && { to }),
    ...(mobile !== undefined && { mobile }),
  };
}

/** How a family can be told of a visit, and whether it was told of it in this way before. */
export function waysOf(writing: Writing, use: Use, position: number | undefined) {
  const { uses, told } = writing.visits;
  return uses
    .filter((one) => one.use === use)
    .flatMap(({ channel, subject, text }) => {
      const last = told.find((one) => one.position === position && one.channel === channel);
      const people = peopleBy(writing, channel);
      const before = people.find(({ person }) => String(person) === last?.person);
      const recipient = before ?? people[0];
      if (recipient === undefined) return [];
      const { to, salutation } = recipient;
      return [
        { channel, to, isTold: before !== undefined, salutation, template: `${subject}\n\n${text}`.trim() },
      ];
    });
}

export const tickHeight = 42;

/** Asks whether a family is told of a visit: a tick for each way. Throws outside a {@link ConfirmationContext}. */
export function ConfirmTick({ use, position, at }: Asked & { readonly at?: At }) {
  const confirmation = useContext(ConfirmationContext);
  if (confirmation === undefined) throw new Error('ConfirmTick needs a ConfirmationContext around it');
  const { ways, isLoading, isFailed, ask, choose, values } = confirmation;
  useLayoutEffect(() => {
    ask({ use, position });
    return () => ask(undefined);
  }, [ask, use, position]);
  if (isFailed)
    return (
      <Alert severity="error">Impossible de savoir à qui écrire : la famille ne sera pas prévenue.</Alert>
    );
  if (isLoading)
    return (
      <Box sx={{ minHeight: tickHeight, alignContent: 'center' }}>
        <LinearProgress aria-label="Chargement" />
      </Box>
    );
  const moment = {
    date: at?.date && isDay(at.date) ? dayInWords(at.date) : '(jour choisi)',
    heure: at?.time ? hourInWords(at.time) : '(heure choisie)',
  };
  return ways.map(({ channel, to, isOn, template, salutation }) => (
    // What leaves is folded beside the tick, and needs no room of its own.
    <Stack key={channel} direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
      <FormControlLabel
        control={<Checkbox checked={isOn} onChange={(_, is) => choose(use, channel, is)} />}
        label={`${use === 'visit' ? 'Confirmer à' : 'Prévenir'} la famille ${channel === 'sms' ? 'par SMS ' : ''}(${to})`}
        sx={{ flex: 1, overflowWrap: 'anywhere' }}
      />
      <Box component="details" sx={{ '&[open]': { flexBasis: '100%' } }}>
        <Typography component="summary" variant="body2" sx={{ cursor: 'pointer' }}>
          Aperçu
        </Typography>
        <Typography
          variant="body2"
          // A long one is scrolled with the keyboard.
          tabIndex={0}
          sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxHeight: '35vh', overflowY: 'auto' }}
        >
          {writtenFor(channel, filled(template, { ...values, ...moment, salutation }))}
        </Typography>
      </Box>
    </Stack>
  ));
}

/** The same in a form that plans a visit, or moves that of its field `position`: of one that is to come. */
export function PlannedTick() {
  const [position, date, time, done]: unknown[] = useWatch({ name: ['position', 'date', 'time', 'done'] });
  const now = useNow();
  if (done === true || hasCome({ date: textOf(date), time: textOf(time) }, now)) return null;
  const at = { date: textOf(date), time: textOf(time) };
  return typeof position === 'number' ? (
    <ConfirmTick use="visit-moved" position={position} at={at} />
  ) : (
    <ConfirmTick use="visit" at={at} />
  );
}

/** The same where an action is corrected: by that it becomes a visit that is planned, is moved, or is no visit any more. */
export function CorrectedTick({ action }: { readonly action: Action }) {
  const [stage, date, time, done]: unknown[] = useWatch({ name: ['stage', 'date', 'time', 'done'] });
  const now = useNow();
  if (done === true || action.outcome !== null) return null;
  if (stage !== 'Visite') return <CancelledTick actions={[action]} />;
  const at = { date: textOf(date), time: textOf(time) };
  const wasPlanned = action.stage === 'Visite' && isPlanned(action);
  const isSame = wasPlanned && at.date === action.date && at.time === action.time;
  if (isSame || hasCome(at, now)) return null;
  return <ConfirmTick use={wasPlanned ? 'visit-moved' : 'visit'} position={action.position} at={at} />;
}

/** The same beside an act that cancels what is planned of these actions. */
export function CancelledTick({ actions }: { readonly actions: readonly Action[] }) {
  const now = useNow();
  const [visit, ...others] = actions.filter(
    (one) => one.stage === 'Visite' && isPlanned(one) && one.time !== null && !hasCome(one, now),
  );
  if (visit === undefined) return null;
  if (others.length > 0)
    return (
      <Alert severity="warning">
        Plusieurs visites sont prévues : la famille ne sera pas prévenue. Annulez-les d’abord une à une, ou
        appelez-la.
      </Alert>
    );
  return <ConfirmTick use="visit-cancelled" position={visit.position} at={visit} />;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Who of an entry can be written to in this way. */
export function peopleBy({ people, mobiles }: Writing, channel: Channel) {
  return channel === 'sms' ? mobiles : people;
}
