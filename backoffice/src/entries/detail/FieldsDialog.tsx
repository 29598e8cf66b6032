import { DateInput, email, NumberInput, SelectInput, TextInput } from 'react-admin';
import { choicesOf, civilities } from '../../api/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import type { FieldOf } from './entry-fields.ts';
import { fieldLabel, useWords } from './formatters.ts';
import type { Fields } from './whole-entry.ts';

interface FieldsDialogProps {
  readonly title: string;
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
  readonly onClose: () => void;
}

/** Changes some fields of the entry in place. */
export function FieldsDialog({ title, fields, values, onClose }: FieldsDialogProps) {
  const before = valuesOf(
    values,
    fields.map(({ name }) => name),
  );
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'edit', body: { fields: changed } };
      }}
      onClose={onClose}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
    </ActDialog>
  );
}

const isEmail = email();

/** The input of one field of the interface. Emptied, it takes away what was there. */
export function FieldInput({ field: { name, shape } }: { readonly field: FieldOf }) {
  const label = fieldLabel(name, useWords());
  const common = { source: name, label, helperText: false } as const;
  switch (shape) {
    case 'text':
      return <TextInput {...common} />;
    case 'lines':
      return <TextInput {...common} multiline minRows={3} />;
    case 'phone':
      return <TextInput {...common} type="tel" />;
    case 'email':
      return <TextInput {...common} type="email" validate={isEmail} />;
    case 'day':
      return <DateInput {...common} />;
    case 'number':
      return <NumberInput {...common} min={0} />;
    case 'civility':
      return <SelectInput {...common} choices={choicesOf(civilities)} />;
    default:
      return shape satisfies never;
  }
}

/** What was typed that differs from before, by name; null is what was taken away. Undefined when nothing does. */
export function whatChanged(before: Fields, typed: Fields): Fields | undefined {
  const changed = Object.keys(before).flatMap((name) => {
    const was = before[name] ?? null;
    const is = typed[name] === undefined || typed[name] === '' ? null : typed[name];
    return is === was ? [] : [[name, is] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The values of these fields to begin a form with: each is there, null when nothing is known. */
export function valuesOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
