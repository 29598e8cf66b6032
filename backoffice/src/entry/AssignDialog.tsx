import { SelectInput, useTranslate } from 'react-admin';
import { useResidences } from '../desk/use-residences.ts';
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
  const { all: residences } = useResidences();
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
      <SelectInput
        source="establishmentId"
        label="accueil.entry.form.residence"
        choices={[...residences]}
        translateChoice={false}
        validate={(value: unknown) =>
          typeof value === 'number' ? undefined : translate('accueil.entry.form.required')
        }
        helperText={false}
      />
    </ActDialog>
  );
}
