import { Chip, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelOf, type Resultat } from '../desk/enumerations.ts';
import type { ListedEntry } from './listed-entry.ts';

const colours: Readonly<Record<Resultat, 'success' | 'default' | 'error'>> = {
  'commercial.resultat.realisee': 'success',
  'commercial.resultat.nosuite': 'default',
  'commercial.resultat.refuse': 'error',
};

type MarkedEntry = Pick<
  ListedEntry,
  'status' | 'resultat' | 'flagged' | 'spam' | 'suspicion' | 'duplicateOf' | 'test'
>;

/** What stands out of an entry: that it is new, its result, that something is to be looked at, why it lies aside. */
export function EntryMarks({ entry }: { readonly entry: MarkedEntry }) {
  const translate = useTranslate();
  const marks = [
    entry.flagged && 'flagged',
    entry.spam && (entry.suspicion === null ? 'spam' : 'presumed'),
    entry.duplicateOf !== null && 'duplicate',
    entry.test && 'test',
  ].filter((mark) => mark !== false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {entry.status === 'new' && (
        <Chip size="small" color="primary" label={translate(labelOf('status.new'))} />
      )}
      {entry.resultat !== null && (
        <Chip
          size="small"
          variant="outlined"
          color={colours[entry.resultat]}
          label={translate(labelOf(entry.resultat))}
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
