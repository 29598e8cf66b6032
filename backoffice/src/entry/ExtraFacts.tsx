import { Box } from '@mui/material';
import { Facts } from './Facts.tsx';
import { fieldLabel } from './field-labels.ts';
import { useWords } from './use-words.ts';
import { valueText } from './values.ts';
import type { Fields } from './whole-entry.ts';

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
