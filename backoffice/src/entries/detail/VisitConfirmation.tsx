import { Alert, Box, Checkbox, FormControlLabel, LinearProgress } from '@mui/material';
import { useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../api/queries.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { hasCome, isPlanned } from './timeline.ts';

const t = textsOf('entry.confirm');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Use = Writing['visits']['uses'][number]['use'];
type Channel = Writing['visits']['uses'][number]['channel'];

/** Where a family is told of a visit. */
interface Way {
  readonly channel: Channel;
  /** The address or number. */
  readonly to: string;
}

/** What an act does to a visit. */
interface Asked {
  readonly use: Use;
  /** Of the visit, where it is planned already. */
  readonly position?: number | undefined;
}

/** Whether a family is told of the visit that an act plans, moves or cancels: its ticks ask for that, one for each way. */
export interface Confirmation {
  /** What the act sends in order to tell the family; empty where no tick is shown, or all are off. */
  readonly tells: Tells;
  /** Whether it is not known yet who can be told. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** How the family can be told, and whether it is. */
  readonly ways: readonly (Way & { readonly isOn: boolean })[];
  readonly ask: (asked: Asked | undefined) => void;
  readonly choose: (use: Use, channel: Channel, isOn: boolean) => void;
  /** Forgets what was chosen, where another act can follow. */
  readonly forget: () => void;
}

type Tells = Pick<InputOf<'PATCH /desk/entries/:id'>, 'confirm' | 'to' | 'mobile'>;

type Reach = Pick<EntryDetail, 'id' | 'mayWrite' | 'mayText'>;

export function useConfirmation({ id, mayWrite, mayText }: Reach): Confirmation {
  const [asked, ask] = useState<Asked>();
  // Until the user has chosen, a family is told in the ways in which it was told earlier. Ticks go for a moment while a date is
  // typed, and are then as they were.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const enabled = (mayWrite || mayText) && asked !== undefined;
  const { data, error, isFetching } = useRead('GET /desk/entries/:id/writing', { id }, { enabled });
  const isFailed = enabled && !isFetching && error !== null;
  // What was read earlier may be of before the last act.
  const isLoading = enabled && !isFailed && (isFetching || data === undefined);
  const known = enabled && !isLoading && !isFailed ? data : undefined;
  const found = known === undefined || asked === undefined ? [] : waysOf(known, asked.use, asked.position);
  const ways = found.map(({ isTold, ...way }) => ({
    ...way,
    isOn: chosen[`${asked?.use} ${way.channel}`] ?? isTold,
  }));
  return {
    ...{ tells: tellsOf(ways.filter(({ isOn }) => isOn)), isLoading, isFailed, ways, ask },
    choose: (use, channel, isOn) => setChosen((before) => ({ ...before, [`${use} ${channel}`]: isOn })),
    forget: () => setChosen({}),
  };
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
export function waysOf({ people, mobiles, visits }: Writing, use: Use, position: number | undefined) {
  return visits.uses
    .filter((one) => one.use === use)
    .flatMap(({ channel }) => {
      const last = visits.told.find((one) => one.position === position && one.channel === channel);
      const reachable = channel === 'sms' ? mobiles : people;
      const told = reachable.find(({ person }) => String(person) === last?.person);
      const recipient = told ?? reachable[0];
      return recipient === undefined ? [] : [{ channel, to: recipient.to, isTold: told !== undefined }];
    });
}

interface TickProps extends Asked {
  readonly confirmation: Confirmation;
}

/** Of a tick in one line. */
export const tickHeight = 42;

/** Asks whether a family is told of a visit: a tick for each way. */
export function ConfirmTick({ confirmation, use, position }: TickProps) {
  const { ways, isLoading, isFailed, ask, choose } = confirmation;
  useLayoutEffect(() => {
    ask({ use, position });
    return () => ask(undefined);
  }, [ask, use, position]);
  if (isFailed) return <Alert severity="error">{t('failed')}</Alert>;
  if (isLoading)
    return (
      <Box sx={{ minHeight: tickHeight, alignContent: 'center' }}>
        <LinearProgress aria-label={translate('ra.page.loading')} />
      </Box>
    );
  return ways.map(({ channel, to, isOn }) => (
    <FormControlLabel
      key={channel}
      control={<Checkbox checked={isOn} onChange={(_, is) => choose(use, channel, is)} />}
      label={t(`${use === 'visit' ? 'confirm' : 'tell'}.${channel}`, { to })}
      sx={{ overflowWrap: 'anywhere' }}
    />
  ));
}

/** The same in a form that plans a visit, or moves that of its field `position`: of one that is to come. */
export function PlannedTick({ confirmation }: Pick<TickProps, 'confirmation'>) {
  const [position, date, time, done]: unknown[] = useWatch({ name: ['position', 'date', 'time', 'done'] });
  if (done === true || hasCome({ date: textOf(date), time: textOf(time) })) return null;
  return typeof position === 'number' ? (
    <ConfirmTick confirmation={confirmation} use="visit-moved" position={position} />
  ) : (
    <ConfirmTick confirmation={confirmation} use="visit" />
  );
}

interface CorrectedProps extends Pick<TickProps, 'confirmation'> {
  readonly action: Action;
}

/** The same where an action is corrected: by that it becomes a visit that is planned, is moved, or is no visit any more. */
export function CorrectedTick({ confirmation, action }: CorrectedProps) {
  const [stage, date, time, done]: unknown[] = useWatch({ name: ['stage', 'date', 'time', 'done'] });
  const at = { date: textOf(date), time: textOf(time) };
  const wasPlanned = action.stage === 'Visite' && isPlanned(action);
  const { position } = action;
  if (done === true || action.outcome !== null) return null;
  if (stage !== 'Visite') return <CancelledTick confirmation={confirmation} actions={[action]} />;
  const isSame = wasPlanned && at.date === action.date && at.time === action.time;
  if (isSame || hasCome(at)) return null;
  return <ConfirmTick {...{ confirmation, position }} use={wasPlanned ? 'visit-moved' : 'visit'} />;
}

interface CancelledProps extends Pick<TickProps, 'confirmation'> {
  readonly actions: readonly Action[];
}

/** The same beside an act that cancels what is planned of these actions. */
export function CancelledTick({ confirmation, actions }: CancelledProps) {
  const visits = actions.filter(
    (one) => one.stage === 'Visite' && isPlanned(one) && one.time !== null && !hasCome(one),
  );
  const [visit, ...others] = visits;
  if (visit === undefined) return null;
  if (others.length > 0) return <Alert severity="warning">{t('several')}</Alert>;
  return <ConfirmTick confirmation={confirmation} use="visit-cancelled" position={visit.position} />;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
