import { Alert, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { SelectInput } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { useRead, useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { ReceiverDialog } from '../ReceiverDialog.tsx';
import { type EntryDialogProps, required } from './ActDialog.tsx';
import type { Act } from './acts.ts';
import { useActs } from './EntryActsProvider.tsx';

/** Gives the entry to a colleague or a residence. When the user can't read entries there, the page says where it went. */
export function HandOverDialog({ title, entry, onClose }: EntryDialogProps) {
  const { id: entryId, owner, establishmentId } = entry;
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const { send } = useActs();
  const own = useResidences().all;
  const owners = useRead('GET /desk/entries/:id/owners', { id: entryId });
  // A direction may hand it over to residences whose entries it can't read.
  const residences = useRead('GET /desk/entries/:id/residences', { id: entryId });
  const give = async (act: Act, name: string) => {
    const sent = await send(act, `Confiée à ${name}.`);
    return sent.state === 'failed' ? sent.problem : sent.state === 'done';
  };
  const nobody = owner === null ? [] : [{ id: null, name: 'Personne' }];
  return (
    <ReceiverDialog
      title={title}
      draft={String(entryId)}
      isFailed={(owners.error ?? residences.error) !== null}
      groups={[
        {
          name: 'users',
          all: owners.data && [...owners.data.data.filter(({ id }) => id !== owner?.id), ...nobody],
          give: ({ id, name }, note) => give({ name: 'owner', body: { userId: id, note } }, name),
        },
        {
          name: 'residences',
          all: residences.data?.data.filter(({ id }) => id !== establishmentId),
          give({ id, name }, note) {
            // Before it is sent: afterwards the entry can't be read any more.
            if (own.every((one) => one.id !== id))
              void navigate({ pathname, search }, { replace: true, state: { ...state, handedTo: name } });
            return give({ name: 'assign', body: { establishmentId: Number(id), note } }, name);
          },
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Who is to do something planned; the choices are read when it opens. */
export function AssigneeInput({ entry: { id, owner } }: { readonly entry: EntryDetail }) {
  const { data, error } = useRead('GET /desk/entries/:id/owners', { id });
  if (error !== null)
    return <Alert severity="error">La liste n’a pas pu être lue. Réessayez dans un instant.</Alert>;
  if (data === undefined) return <LinearProgress />;
  return (
    <SelectInput
      source="assigneeId"
      label="Pour"
      emptyText="Personne"
      validate={owner === null ? undefined : required}
      choices={data.data}
      translateChoice={false}
    />
  );
}

/** The `assigneeId` of an action: null for the owner, so that it follows the entry when it is given to another user. */
export function assigneeOf({ owner }: EntryDetail, chosen: unknown): number | null {
  return typeof chosen === 'number' && chosen !== owner?.id ? chosen : null;
}

/** Who is in charge; the user takes charge with one click. */
export function OwnerLine({ entry }: { readonly entry: EntryDetail }) {
  const { owner } = entry;
  const session = useSession();
  const { run } = useActs();
  const mayChange = entry.mayChange && entry.duplicateOf === null;
  const [isOpen, setOpen] = useState(false);
  const isMine = owner !== null && owner.id === session?.user.id;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      {(owner !== null || !mayChange) && (
        <Typography variant="body2">{`Confiée à ${isMine ? 'moi' : (owner?.name ?? 'personne')}`}</Typography>
      )}
      {mayChange && session !== undefined && !isMine && (
        <Button size="small" onClick={() => void run({ name: 'owner', body: { userId: session.user.id } })}>
          Je m’en charge
        </Button>
      )}
      {mayChange && (
        <Button size="small" onClick={() => setOpen(true)}>
          Confier à…
        </Button>
      )}
      {isOpen && <HandOverDialog title="Confier à…" entry={entry} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
