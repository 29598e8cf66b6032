import { Alert, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { SelectInput, type SelectInputProps, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { read } from '../../api/client.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { hasRightAt, useSession } from '../../session/access.ts';
import { ActDialog, required } from './ActDialog.tsx';
import type { Sent } from './EntryActsProvider.tsx';

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

const lists = { commercial: '/leads', survey: '/surveys', postuler: '/applications' } as const;

/** Assigns the entry to a residence, also to one whose entries the user can't read: then its page is left. */
export function AssignDialog({ title, entry, onClose }: Props) {
  const { id, kind, establishmentId: present } = entry;
  const path = `/desk/entries/${id}/residences` as const;
  const session = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const { data: residences } = useChoices(path);
  const chosen = useRef<unknown>(null);

  function close(sent?: Sent) {
    onClose();
    const receiver = residences?.data.find((one) => one.id === chosen.current);
    if (sent?.state !== 'done' || receiver === undefined || session === undefined) return;
    const right = kind === 'postuler' ? 'applications.read' : 'entries.read';
    if (hasRightAt(session, right, receiver.id)) return;
    notify('accueil.lookUp.handedOver', { type: 'success', messageArgs: { residence: receiver.name } });
    void navigate(lists[kind]);
  }

  return (
    <ActDialog
      title={title}
      values={{ establishmentId: present }}
      toAct={({ establishmentId }) => {
        chosen.current = establishmentId;
        return establishmentId === present ? undefined : { name: 'assign', body: { establishmentId } };
      }}
      onClose={close}
    >
      <ChoiceInput
        path={path}
        failed="accueil.entry.problem.other"
        source="establishmentId"
        label="accueil.entry.field.establishment"
        validate={required}
      />
    </ActDialog>
  );
}

/** Sets who is in charge of a complaint; the user by default. */
export function OwnerDialog({ title, entry, onClose }: Props) {
  const session = useSession();
  if (session === undefined) return null;
  return (
    <ActDialog
      title={title}
      values={{ userId: entry.owner?.id ?? session.user.id }}
      toAct={({ userId }) => {
        const chosen = typeof userId === 'number' ? userId : null;
        return chosen === (entry.owner?.id ?? null) ? undefined : { name: 'owner', body: { userId: chosen } };
      }}
      onClose={onClose}
    >
      <ChoiceInput
        path={`/desk/entries/${entry.id}/owners`}
        failed="accueil.entry.owner.failed"
        source="userId"
        label="accueil.entry.owner.who"
        emptyText="accueil.entry.owner.nobody"
        autoFocus
      />
    </ActDialog>
  );
}

interface ChoiceInputProps extends SelectInputProps {
  readonly path: `/desk/entries/${number}/residences` | `/desk/entries/${number}/owners`;
  /** The message for when the choices can't be read. */
  readonly failed: string;
}

function useChoices(path: ChoiceInputProps['path']) {
  return useQuery({ queryKey: ['choices', path], queryFn: ({ signal }) => read(path, {}, signal) });
}

/** A select whose choices are read when it opens. */
function ChoiceInput({ path, failed, ...props }: ChoiceInputProps) {
  const translate = useTranslate();
  const { data, isError } = useChoices(path);
  if (isError) return <Alert severity="error">{translate(failed)}</Alert>;
  if (data === undefined) return <LinearProgress />;
  return <SelectInput {...props} choices={data.data} translateChoice={false} helperText={false} />;
}
