import { Checkbox, FormControlLabel } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { request } from '../../api/client.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('entry.confirm');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Use = Writing['visits']['uses'][number];

/** Whether a family is told of a visit by mail. `position`: of the visit; another one that is planned is moved. */
interface Confirmation {
  readonly use: Use;
  /** Who can be told, and whether they are: as was chosen or, before that, when they were told of it earlier. */
  readonly of: (position: unknown) => { readonly to: string; readonly isOn: boolean } | undefined;
  /** The address to send to; undefined for none. */
  readonly to: (position?: unknown) => string | undefined;
  /** `undefined`: nothing is chosen. */
  readonly choose: (isOn: boolean | undefined) => void;
}

export function useConfirmation({ id, mayWrite }: EntryDetail, use: Use, isVisit = true): Confirmation {
  const [chosen, choose] = useState<boolean>();
  const { data } = useQuery({
    queryKey: ['writing', id],
    queryFn: ({ signal }) => request('GET /desk/entries/:id/writing', { id }, { signal }),
    enabled: mayWrite && isVisit,
    // It is noted in the audit trail: once is enough.
    refetchOnWindowFocus: false,
  });
  const of = (position: unknown) => {
    const isMoved = use === 'visit' && typeof position === 'number';
    const recipient = data && recipientOf(data, isMoved ? 'visit-moved' : use, position);
    return recipient && { to: recipient.to, isOn: chosen ?? recipient.isTold };
  };
  const to = (position?: unknown) => {
    const found = of(position);
    return found?.isOn ? found.to : undefined;
  };
  return { use, of, to, choose };
}

/** Who is told of a visit by mail; undefined where nobody can be. */
export function recipientOf({ people, visits }: Writing, use: Use, position: unknown) {
  const told = visits.told.find((one) => one.position === position);
  const { to } = people.find(({ person }) => String(person) === told?.person) ?? people[0] ?? {};
  return to !== undefined && visits.uses.includes(use) ? { to, isTold: told !== undefined } : undefined;
}

interface TickProps {
  readonly confirmation: Confirmation;
  readonly position?: unknown;
}

/** Asks whether a family is told of a visit. */
export function ConfirmTick({ confirmation: { use, of, choose }, position }: TickProps) {
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

/** The same in a form that moves the visit of its field `position`, if there is one. */
export function ConfirmInput(props: TickProps) {
  const position: unknown = useWatch({ name: 'position' });
  return <ConfirmTick {...props} position={position ?? undefined} />;
}

/** What an act sends in order to tell the family. */
export function confirmed(to: unknown) {
  return typeof to === 'string' ? { confirm: ['email' as const], to } : {};
}
