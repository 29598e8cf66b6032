import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { Facts } from './FieldFacts.tsx';
import { fieldLabel, labelOf, useWords, valueText, type Words } from './formatters.ts';
import type { Orientation } from './whole-entry.ts';

/** What the partner has sent, and what it was told. */
export function OrientationBlock({ orientation }: { readonly orientation: Orientation }) {
  const translate = useTranslate();
  const words = useWords();
  const { partner, numero, res, message, problems } = orientation;
  return (
    <Block title={translate('accueil.entry.block.orientation')}>
      <Facts
        facts={[
          { label: translate('accueil.entry.orientation.partner'), value: partner },
          ...(numero === null
            ? []
            : [{ label: translate('accueil.entry.orientation.numero'), value: numero }]),
          { label: translate('accueil.entry.orientation.res'), value: res },
        ]}
      />
      {problems.map((problem) => (
        <Alert key={problem} severity="warning" sx={{ mt: 1 }}>
          {problem}
        </Alert>
      ))}
      <Box component="details" sx={{ mt: 1.5 }}>
        <Typography component="summary" sx={{ cursor: 'pointer', color: 'primary.main' }}>
          {translate('accueil.entry.orientation.message')}
        </Typography>
        <Facts
          facts={Object.entries(message)
            .filter(([name]) => name !== 'NumeroDemandeOrientationCR')
            .map(([name, value]) => ({
              label: fieldLabel(name, words),
              value: messageText(name, value, words),
            }))}
        />
      </Box>
    </Block>
  );
}

function messageText(name: string, value: unknown, words: Words): string {
  if (name === 'etablissementId' && typeof value === 'number') return words.residence(value);
  if (name === 'DateContact') return valueText('date', value, words);
  return typeof value === 'string' ? labelOf(value, words) : valueText(name, value, words);
}
