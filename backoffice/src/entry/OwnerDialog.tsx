import { Alert, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { SelectInput, useTranslate } from 'react-admin';
import { read } from '../desk/client.ts';
import { useSession } from '../session/use-session.ts';
import { ActDialog } from './ActDialog.tsx';
import type { WholeEntry } from './whole-entry.ts';

interface Props {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}

interface Owner {
  readonly id: number;
  readonly name: string;
}

/** Who takes charge of a complaint: whoever asks, until somebody else is chosen. */
export function OwnerDialog({ title, entry, onClose }: Props) {
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
