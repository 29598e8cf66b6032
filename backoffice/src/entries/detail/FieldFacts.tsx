import { Box, Link, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { mailLink, PhoneLink } from '../../ui/links.tsx';
import type { FieldOf } from './entry-fields.ts';
import { fieldLabel, useWords, valueText, type Words } from './formatters.ts';
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

/** Fields of any name and any value, as they came. */
export function ExtraFacts({ extra }: { readonly extra: Fields }) {
  const words = useWords();
  const names = Object.keys(extra);
  if (names.length === 0) return null;
  return (
    <Box sx={{ mt: 0.75 }}>
      <Facts
        facts={names.map((name) => ({
          label: fieldLabel(name, words),
          value: valueText(name, extra[name], words),
        }))}
      />
    </Box>
  );
}

/** Something known, under its name. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known, name by name. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(7rem, 2fr) minmax(0, 3fr)',
        columnGap: 2,
        rowGap: 0.75,
        m: 0,
      }}
    >
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <Typography
            component="dt"
            variant="body2"
            color="text.secondary"
            sx={{ overflowWrap: 'anywhere', pt: '1px' }}
          >
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body1"
            sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', fontSize: '0.95rem' }}
          >
            {value}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}
