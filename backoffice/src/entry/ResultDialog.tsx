import { SelectInput, useTranslate } from 'react-admin';
import { choicesOf, motifs, resultats } from '../desk/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './what-changed.ts';
import type { WholeEntry } from './whole-entry.ts';

/** What has become of the request, and why. */
export function ResultDialog({
  entry,
  onClose,
}: {
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const before = { resultat: entry.resultat, motif: entry.motif };
  return (
    <ActDialog
      title={translate('accueil.entry.act.result')}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'edit', body: changed };
      }}
      onClose={onClose}
    >
      <SelectInput
        source="resultat"
        label="accueil.entry.form.resultat"
        choices={choicesOf(resultats)}
        helperText="accueil.entry.form.admission"
      />
      <SelectInput
        source="motif"
        label="accueil.entry.form.motif"
        choices={choicesOf(motifs)}
        helperText={false}
      />
    </ActDialog>
  );
}
