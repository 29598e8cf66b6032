import { Alert, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { SelectInput, useTranslate } from 'react-admin';
import { read } from '../desk/client.ts';
import type { ResidenceName } from '../desk/use-residences.ts';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './what-changed.ts';
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
