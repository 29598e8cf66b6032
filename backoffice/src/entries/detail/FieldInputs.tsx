import { DateInput, NullableBooleanInput, NumberInput, regex, SelectInput, TextInput } from 'react-admin';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { civilityNames } from '../../../../server/src/french/labels.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { emailPattern } from '../../ui/email.ts';
import type { FieldOf } from './entry-fields.ts';

/** The inputs of fields of the contract. */
export function FieldInputs({ fields }: { readonly fields: readonly FieldOf[] }) {
  return fields.map((field) => <FieldInput key={field.name} field={field} />);
}

const isEmail = regex(emailPattern, 'Cette adresse e-mail n’est pas complète.');

interface FieldInputProps {
  readonly field: FieldOf;
  /** Where the form holds the value; the field's name by default. */
  readonly source?: string;
}

export function FieldInput({ field: { name, shape }, source = name }: FieldInputProps) {
  const label = fieldName(name);
  const common = { source, label };
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
    case 'boolean':
      return <NullableBooleanInput {...common} />;
    case 'civility':
      return <SelectInput {...common} choices={choicesIn(civilityNames)} />;
    default:
      return shape satisfies never;
  }
}
