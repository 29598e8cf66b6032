import { Alert, Box, Checkbox, FormControlLabel, LinearProgress } from '@mui/material';
import { useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { hasCome } from './timeline.ts';

const t = textsOf('entry.confirm');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Use = Writing['visits']['uses'][number];

/** Whether a family is told of a visit by mail. `position`: of the visit; another one that is planned is moved. */
interface Confirmation {
  readonly use: Use;
  /** Who can be told, and whether they are: as was chosen or, before that, when they were told of it earlier. */
  readonly of: (position: unknown) => { readonly to: string; readonly isOn: boolean } | undefined;
  /** The address to send to; undefined for none, and where no tick is shown. */
  readonly to: (position?: unknown) => string | undefined;
  /** `undefined`: nothing is chosen. */
  readonly choose: (isOn: boolean | undefined) => void;
  /** Whether its tick is shown: who can be told is read then. */
  readonly show: (isShown: boolean) => void;
  /** Whether it is not known yet who can be told. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
}

export function useConfirmation({ id, mayWrite }: EntryDetail, use: Use): Confirmation {
  const [chosen, choose] = useState<boolean>();
  const [isShown, show] = useState(false);
  const enabled = mayWrite && isShown;
  const { data, error, isFetching } = useRead('GET /desk/entries/:id/writing', { id }, { enabled });
  const isFailed = enabled && !isFetching && error !== null;
  // What was read earlier may be of before the last act.
  const isLoading = enabled && !isFailed && (isFetching || data === undefined);
  const known = enabled && !isLoading && !isFailed ? data : undefined;
  const of = (position: unknown) => {
    const isMoved = use === 'visit' && typeof position === 'number';
    const recipient = known && recipientOf(known, isMoved ? 'visit-moved' : use, position);
    return recipient && { to: recipient.to, isOn: chosen ?? recipient.isTold };
  };
  const to = (position?: unknown) => {
    const found = of(position);
    return found?.isOn ? found.to : undefined;
  };
  return { use, of, to, choose, show, isLoading, isFailed };
}

/** Who is told of a visit by mail; undefined where nobody can be. */
export function recipientOf({ people, visits }: Writing, use: Use, position: unknown) {
  const last = visits.told.find((one) => one.position === position);
  const told = people.find(({ person }) => String(person) === last?.person);
  const { to } = told ?? people[0] ?? {};
  return to !== undefined && visits.uses.includes(use) ? { to, isTold: told !== undefined } : undefined;
}

interface TickProps {
  readonly confirmation: Confirmation;
  readonly position?: unknown;
}

/** Of a tick in one line. */
export const tickHeight = 42;

/** Asks whether a family is told of a visit. */
export function ConfirmTick({ confirmation, position }: TickProps) {
  const { use, of, choose, show, isLoading, isFailed } = confirmation;
  useLayoutEffect(() => {
    show(true);
    return () => show(false);
  }, [show]);
  if (isFailed) return <Alert severity="error">{t('failed')}</Alert>;
  if (isLoading)
    return (
      <Box sx={{ minHeight: tickHeight, alignContent: 'center' }}>
        <LinearProgress aria-label={translate('ra.page.loading')} />
      </Box>
    );
  const recipient = of(position);
  if (recipient === undefined) return null;
  const { to, isOn } = recipient;
  return (
    <FormControlLabel
      control={<Checkbox checked={isOn} onChange={(_, is) => choose(is)} />}
      label={t(use === 'visit' && position === undefined ? 'confirm' : 'tell', { to })}
      sx={{ overflowWrap: 'anywhere' }}
    />
  );
}

/** The same in a form that plans a visit, or moves that of its field `position`: of one that is to come. */
export function ConfirmInput(props: TickProps) {
  const [position, date, time, done]: unknown[] = useWatch({ name: ['position', 'date', 'time', 'done'] });
  const at = { date: textOf(date), time: textOf(time) };
  if (done === true || hasCome(at)) return null;
  return <ConfirmTick position={position ?? undefined} {...props} />;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What an act sends in order to tell the family. */
export function confirmed(to: unknown) {
  return typeof to === 'string' ? { confirm: ['email' as const], to } : {};
}
