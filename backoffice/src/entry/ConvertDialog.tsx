import { SelectInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { choicesOf, commercialTypes, sejourTypes } from '../desk/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** Turns a contact survey into a lead, which is opened then. */
export function ConvertDialog({
  entry,
  onClose,
}: {
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <ActDialog
      title={translate('accueil.entry.act.convert')}
      values={{ type: 'commercial.type.website', sejourType: null }}
      toAct={({ type, sejourType }) => ({
        name: 'convert',
        body: { type, ...(typeof sejourType === 'string' && sejourType !== '' && { sejourType }) },
      })}
      onClose={(sent) => {
        onClose();
        if (sent?.state === 'done') void navigate(`/leads/${entry.id}`);
      }}
    >
      <SelectInput
        source="type"
        label="accueil.entry.form.type"
        choices={choicesOf(commercialTypes)}
        validate={(value: unknown) =>
          typeof value === 'string' && value !== '' ? undefined : translate('accueil.entry.form.required')
        }
        helperText={false}
      />
      <SelectInput
        source="sejourType"
        label="accueil.entry.form.sejourType"
        choices={choicesOf(sejourTypes)}
        helperText={false}
      />
    </ActDialog>
  );
}
