import { Alert, LinearProgress } from '@mui/material';
import { SelectInput, type SelectInputProps, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { useRead, useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { ActDialog, required } from './ActDialog.tsx';

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** Assigns the entry to a residence. When the user can't read entries there, the page says where it went. */
export function AssignDialog({ title, entry, onClose }: Props) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { all } = useResidences();
  const { data: receivers } = useRead('GET /desk/entries/:id/residences', { id: entry.id });
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.assign')}
      values={{ establishmentId: entry.establishmentId }}
      toAct={({ establishmentId }) => {
        if (establishmentId === entry.establishmentId) return undefined;
        const isOut = all.every(({ id }) => id !== establishmentId);
        const handedTo = receivers?.data.find(({ id }) => id === establishmentId)?.name;
        // Before it is sent: afterwards the entry can't be read any more.
        if (isOut) void navigate({ pathname, search }, { replace: true, state: { handedTo } });
        return { name: 'assign', body: { establishmentId } };
      }}
      onClose={onClose}
    >
      <ChoiceInput
        // A direction may hand it over to residences whose entries it can't read.
        route="GET /desk/entries/:id/residences"
        entryId={entry.id}
        failed="accueil.entry.problem.other"
        source="establishmentId"
        label="accueil.entry.field.establishment"
        validate={required}
      />
    </ActDialog>
  );
}

/** Sets who is in charge of an entry; the user by default. */
export function OwnerDialog({ title, entry, onClose }: Props) {
  const translate = useTranslate();
  const session = useSession();
  if (session === undefined) return null;
  return (
    <ActDialog
      title={title}
      submit={translate('accueil.entry.submit.owner')}
      values={{ userId: entry.owner?.id ?? session.user.id }}
      toAct={({ userId }) => {
        const chosen = typeof userId === 'number' ? userId : null;
        return chosen === (entry.owner?.id ?? null) ? undefined : { name: 'owner', body: { userId: chosen } };
      }}
      onClose={onClose}
    >
      <ChoiceInput
        route="GET /desk/entries/:id/owners"
        entryId={entry.id}
        failed="accueil.entry.owner.failed"
        source="userId"
        label="accueil.entry.owner.who"
        emptyText="accueil.entry.owner.noOwner"
        autoFocus
      />
    </ActDialog>
  );
}

/** Who is to do something planned. */
export function AssigneeInput({ entry: { id, owner } }: { readonly entry: EntryDetail }) {
  return (
    <ChoiceInput
      route="GET /desk/entries/:id/owners"
      entryId={id}
      failed="accueil.entry.owner.failed"
      source="assigneeId"
      label="accueil.entry.field.assigneeId"
      emptyText="accueil.entry.owner.noOwner"
      validate={owner === null ? undefined : required}
    />
  );
}

/** The `assigneeId` of an action: null for the owner, so that it follows the entry when it is given to another user. */
export function assigneeOf({ owner }: EntryDetail, chosen: unknown): number | null {
  return typeof chosen === 'number' && chosen !== owner?.id ? chosen : null;
}

interface ChoiceInputProps extends SelectInputProps {
  readonly route: 'GET /desk/entries/:id/residences' | 'GET /desk/entries/:id/owners';
  readonly entryId: number;
  /** The message for when the choices can't be read. */
  readonly failed: string;
}

/** A select whose choices are read when it opens. */
export function ChoiceInput({ route, entryId, failed, ...props }: ChoiceInputProps) {
  const translate = useTranslate();
  const { data, error } = useRead(route, { id: entryId });
  if (error !== null) return <Alert severity="error">{translate(failed)}</Alert>;
  if (data === undefined) return <LinearProgress />;
  return <SelectInput {...props} choices={data.data} translateChoice={false} />;
}
