import { Chip, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelOf, type Resultat } from '../desk/enumerations.ts';
import type { Lead } from './lead.ts';

const colours: Readonly<Record<Resultat, 'success' | 'default' | 'error'>> = {
  'commercial.resultat.realisee': 'success',
  'commercial.resultat.nosuite': 'default',
  'commercial.resultat.refuse': 'error',
};

/** What stands out of an entry: that it is new, its result, that something is to be looked at, why it lies aside. */
export function LeadMarks({ lead }: { readonly lead: Lead }) {
  const translate = useTranslate();
  const marks = [
    lead.flagged && 'flagged',
    lead.spam && 'spam',
    lead.duplicateOf !== null && 'duplicate',
    lead.test && 'test',
  ].filter((mark) => mark !== false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {lead.status === 'new' && (
        <Chip size="small" color="primary" label={translate(labelOf('status.new'))} />
      )}
      {lead.resultat !== null && (
        <Chip
          size="small"
          variant="outlined"
          color={colours[lead.resultat]}
          label={translate(labelOf(lead.resultat))}
        />
      )}
      {marks.map((mark) => (
        <Chip
          key={mark}
          size="small"
          variant="outlined"
          color="warning"
          label={translate(`accueil.leads.mark.${mark}`)}
        />
      ))}
    </Stack>
  );
}
