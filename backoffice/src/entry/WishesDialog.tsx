import { SelectInput, TextInput, useTranslate } from 'react-admin';
import { choicesOf, sejourTypes } from '../desk/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { valuesOf, whatChanged } from './what-changed.ts';
import type { WholeEntry } from './whole-entry.ts';

const inFields = ['delais', 'budget', 'securite'];

/** Which stay is wanted, how soon, for how much. */
export function WishesDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const before = { sejourType: entry.sejourType, ...valuesOf(entry.fields, inFields) };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        if (changed === undefined) return undefined;
        const { sejourType, ...fields } = changed;
        return {
          name: 'edit',
          body: {
            ...(sejourType !== undefined && { sejourType }),
            ...(Object.keys(fields).length > 0 && { fields }),
          },
        };
      }}
      onClose={onClose}
    >
      <SelectInput
        source="sejourType"
        label="accueil.entry.field.sejourType"
        choices={choicesOf(sejourTypes)}
        helperText={false}
      />
      {inFields.map((name) => (
        <TextInput
          key={name}
          source={name}
          label={translate(`accueil.entry.field.${name}`)}
          helperText={false}
        />
      ))}
    </ActDialog>
  );
}
