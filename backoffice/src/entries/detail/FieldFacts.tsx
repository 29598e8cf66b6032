import { Box, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { DateInput, NullableBooleanInput, NumberInput, regex, SelectInput, TextInput } from 'react-admin';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { civilityNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { Facts } from '../../ui/Facts.tsx';
import { emailPattern, mailLink } from '../../ui/phone.ts';
import { touched } from '../../ui/styles.ts';
import type { Fields } from '../entry.ts';
import { isCovered, PhoneNumber } from '../PhoneNumber.tsx';
import { type FieldOf, type ResidenceName, valueText } from './entry-fields.ts';

interface Props {
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
  /** What their person objects to: what is covered is no link. */
  readonly objection: EntryDetail['objection'];
}

/** The known ones of these fields; phone numbers and e-mail addresses are links. */
export function FieldFacts({ fields, values, objection }: Props) {
  const { nameOf: residence } = useResidences();
  const known = fields.filter(({ name }) => values[name] !== undefined && values[name] !== null);
  return (
    <Facts
      inLines
      facts={known.map((field) => [
        fieldName(field.name),
        (field.shape === 'phone' || field.shape === 'email') && isCovered(objection, field.shape)
          ? valueText(field.name, values[field.name], residence)
          : linked(field, values[field.name], residence),
      ])}
    />
  );
}

function linked({ name, shape }: FieldOf, value: unknown, residence: ResidenceName): ReactNode {
  const text = valueText(name, value, residence);
  if (shape === 'phone') return <PhoneNumber phone={text} objection={null} isTypedShown />;
  const address = shape === 'email' ? mailLink(text) : undefined;
  if (address === undefined) return text;
  return (
    <Link href={address} sx={touched}>
      {text}
    </Link>
  );
}

/** Fields of any name and any value. */
export function ExtraFacts({ extra }: { readonly extra: Fields }) {
  const { nameOf: residence } = useResidences();
  const names = Object.keys(extra);
  if (names.length === 0) return null;
  return (
    <Box sx={{ mt: 0.75 }}>
      <Facts
        inLines
        facts={names.map((name) => [fieldName(name), valueText(name, extra[name], residence)])}
      />
    </Box>
  );
}

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
