import { Alert, Box, Checkbox, FormControlLabel, LinearProgress } from '@mui/material';
import { useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../api/queries.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { hasCome, isPlanned } from './timeline.ts';

const t = textsOf('entry.confirm');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Use = Writing['visits']['uses'][number];

/** What an act does to a visit. */
interface Asked {
  readonly use: Use;
  /** Of the visit, where it is planned already. */
  readonly position?: number | undefined;
  /** What the user has chosen; before that, a family is told that was told of it earlier. */
  readonly isOn?: boolean;
}

/** Whether a family is told by mail of the visit that an act plans, moves or cancels: its tick asks for that. */
export interface Confirmation {
  /** What the act sends in order to tell the family; empty where no tick is shown, or it is off. */
  readonly tells: { readonly confirm?: ['email']; readonly to?: string };
  /** Whether it is not known yet who can be told. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** Who can be told, and whether they are. */
  readonly recipient: { readonly to: string; readonly isOn: boolean } | undefined;
  readonly ask: (change: (before: Asked | undefined) => Asked | undefined) => void;
}

export function useConfirmation({ id, mayWrite }: Pick<EntryDetail, 'id' | 'mayWrite'>): Confirmation {
  const [asked, ask] = useState<Asked>();
  const enabled = mayWrite && asked !== undefined;
  const { data, error, isFetching } = useRead('GET /desk/entries/:id/writing', { id }, { enabled });
  const isFailed = enabled && !isFetching && error !== null;
  // What was read earlier may be of before the last act.
  const isLoading = enabled && !isFailed && (isFetching || data === undefined);
  const known = enabled && !isLoading && !isFailed ? data : undefined;
  const found = known && asked && recipientOf(known, asked.use, asked.position);
  const recipient = found && { to: found.to, isOn: asked?.isOn ?? found.isTold };
  return { tells: tellsOf(recipient?.isOn ? recipient.to : undefined), isLoading, isFailed, recipient, ask };
}

/** What an act sends in order to tell the family at this address. */
export const tellsOf = (to: string | undefined): Confirmation['tells'] =>
  to === undefined ? {} : { confirm: ['email'], to };

/** Who is told of a visit by mail; undefined where nobody can be. */
export function recipientOf({ people, visits }: Writing, use: Use, position: number | undefined) {
  const last = visits.told.find((one) => one.position === position);
  const told = people.find(({ person }) => String(person) === last?.person);
  const { to } = told ?? people[0] ?? {};
  return to !== undefined && visits.uses.includes(use) ? { to, isTold: told !== undefined } : undefined;
}

interface TickProps extends Omit<Asked, 'isOn'> {
  readonly confirmation: Confirmation;
}

/** Of a tick in one line. */
export const tickHeight = 42;

/** Asks whether a family is told of a visit. */
export function ConfirmTick({ confirmation, use, position }: TickProps) {
  const { recipient, isLoading, isFailed, ask } = confirmation;
  useLayoutEffect(() => {
    ask(() => ({ use, position }));
    return () => ask(() => undefined);
  }, [ask, use, position]);
  if (isFailed) return <Alert severity="error">{t('failed')}</Alert>;
  if (isLoading)
    return (
      <Box sx={{ minHeight: tickHeight, alignContent: 'center' }}>
        <LinearProgress aria-label={translate('ra.page.loading')} />
      </Box>
    );
  if (recipient === undefined) return null;
  const { to, isOn } = recipient;
  return (
    <FormControlLabel
      control={
        <Checkbox checked={isOn} onChange={(_, is) => ask((before) => before && { ...before, isOn: is })} />
      }
      label={t(use === 'visit' ? 'confirm' : 'tell', { to })}
      sx={{ overflowWrap: 'anywhere' }}
    />
  );
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
  if (done === true) return null;
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
