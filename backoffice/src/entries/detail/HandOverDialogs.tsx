import { Alert, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { SelectInput, useTranslate } from 'react-admin';
import { read } from '../../api/client.ts';
import type { ResidenceName } from '../../api/queries.ts';
import { useSession } from '../../session/access.ts';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './FieldsDialog.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** Gives the entry to a residence, or to another one. */
export function AssignDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  // A direction may hand it over to residences whose entries it can't read.
  const { data, isError } = useQuery({
    queryKey: ['receivers', entry.id],
    queryFn: ({ signal }) =>
      read<{ readonly data: readonly ResidenceName[] }>(`/desk/entries/${entry.id}/residences`, {}, signal),
  });
  const before = { establishmentId: entry.establishmentId };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'assign', body: changed };
      }}
      onClose={onClose}
    >
      {isError && <Alert severity="error">{translate('accueil.entry.problem.failed')}</Alert>}
      {data === undefined ? (
        !isError && <LinearProgress />
      ) : (
        <SelectInput
          source="establishmentId"
          label="accueil.entry.form.residence"
          choices={[...data.data]}
          translateChoice={false}
          validate={(value: unknown) =>
            typeof value === 'number' ? undefined : translate('accueil.entry.form.required')
          }
          helperText={false}
        />
      )}
    </ActDialog>
  );
}

interface OwnerDialogProps {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}

interface Owner {
  readonly id: number;
  readonly name: string;
}

/** Who takes charge of a complaint: whoever asks, until somebody else is chosen. */
export function OwnerDialog({ title, entry, onClose }: OwnerDialogProps) {
  const translate = useTranslate();
  const session = useSession();
  const { data, isError } = useQuery({
    queryKey: ['owners', entry.id],
    queryFn: ({ signal }) =>
      read<{ readonly data: readonly Owner[] }>(`/desk/entries/${entry.id}/owners`, {}, signal),
  });
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
      {isError && <Alert severity="error">{translate('accueil.entry.owner.failed')}</Alert>}
      {data === undefined ? (
        !isError && <LinearProgress />
      ) : (
        <SelectInput
          source="userId"
          label="accueil.entry.owner.who"
          choices={[...data.data]}
          translateChoice={false}
          emptyText="accueil.entry.owner.nobody"
          helperText={false}
          autoFocus
        />
      )}
    </ActDialog>
  );
}
