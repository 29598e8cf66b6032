import { DateInput, email, NumberInput, SelectInput, TextInput } from 'react-admin';
import { choicesOf, civilities } from '../desk/enumerations.ts';
import type { FieldOf } from './entry-fields.ts';
import { fieldLabel } from './field-labels.ts';
import { useWords } from './use-words.ts';

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
