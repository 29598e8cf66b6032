import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { mailLink } from '../desk/links.ts';
import { PhoneLink } from '../lists/PhoneLink.tsx';
import type { FieldOf } from './entry-fields.ts';
import { Facts } from './Facts.tsx';
import { fieldLabel } from './field-labels.ts';
import { useWords } from './use-words.ts';
import { valueText, type Words } from './values.ts';
import type { Fields } from './whole-entry.ts';

/** Fields that are known, as people read them: a number can be called, an address written to. */
export function FieldFacts({
  fields,
  values,
}: {
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
}) {
  const words = useWords();
  const known = fields.filter(({ name }) => values[name] !== undefined && values[name] !== null);
  return (
    <Facts
      facts={known.map((field) => ({
        label: fieldLabel(field.name, words),
        value: shown(field, values[field.name], words),
      }))}
    />
  );
}

function shown({ name, shape }: FieldOf, value: unknown, words: Words): ReactNode {
  const text = valueText(name, value, words);
  if (shape === 'phone') return <PhoneLink phone={text} />;
  const address = shape === 'email' ? mailLink(text) : undefined;
  return address === undefined ? text : <Link href={address}>{text}</Link>;
}
