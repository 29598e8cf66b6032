import { Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { Block } from './Block.tsx';
import { wordFields } from './entry-fields.ts';

/** What the family or the applicant wrote. Staff can't change it: their own words go elsewhere. */
export function WordsBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { comment, commentBy, originalComment, fields } = entry;
  const own = originalComment ?? (commentBy === null ? comment : null);
  const words = [own, ...wordFields.map((name) => fields[name])].filter((text) => typeof text === 'string');
  if (words.length === 0) return null;
  const writer = entry.kind === 'postuler' ? 'applicant' : entry.partner === null ? 'family' : 'partner';
  return (
    <Block title={translate(`accueil.entry.words.${writer}`)}>
      <Stack spacing={1}>
        {words.map((text) => (
          <Typography key={text} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        ))}
      </Stack>
    </Block>
  );
}
