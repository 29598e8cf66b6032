import { DateInput, SelectInput } from 'react-admin';
import { choicesOf, commercialTypes } from '../desk/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { referrerFields } from './entry-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import { valuesOf, whatChanged } from './what-changed.ts';
import type { WholeEntry } from './whole-entry.ts';

/** How the contact came, when, and who sent the family. */
export function SourceDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const before = {
    type: entry.type,
    dateFirstContact: entry.contactDate,
    ...valuesOf(
      entry.fields,
      referrerFields.map(({ name }) => name),
    ),
  };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        if (changed === undefined) return undefined;
        const { type, dateFirstContact, ...fields } = changed;
        return {
          name: 'edit',
          body: {
            // A contact has come somehow: that can't be taken away.
            ...(typeof type === 'string' && { type }),
            ...(dateFirstContact !== undefined && { dateFirstContact }),
            ...(Object.keys(fields).length > 0 && { fields }),
          },
        };
      }}
      onClose={onClose}
    >
      <SelectInput
        source="type"
        label="accueil.entry.field.type"
        choices={choicesOf(commercialTypes)}
        validate={entry.type === null ? undefined : isChosen}
        helperText={false}
      />
      <DateInput source="dateFirstContact" label="accueil.entry.field.contactDate" helperText={false} />
      {referrerFields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
    </ActDialog>
  );
}

function isChosen(value: unknown): string | undefined {
  return value === null || value === '' ? 'accueil.entry.form.required' : undefined;
}
