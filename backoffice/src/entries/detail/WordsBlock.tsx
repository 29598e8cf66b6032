import { Link, Stack, Typography } from '@mui/material';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail } from '../../api/responses.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { entryPath } from '../entry.ts';
import { Block } from './Block.tsx';
import { wordFields } from './entry-fields.ts';

/**
 * What the family or the applicant wrote, here and in entries that were united with this one. Staff can't change it: their
 * own words go elsewhere.
 */
export function WordsBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const words = wordsOf(entry);
  const fromOthers = entry.duplicates.filter((duplicate) => duplicate.words.length > 0);
  if (words.length === 0 && fromOthers.length === 0) return null;
  const writer = entry.kind === 'postuler' ? 'applicant' : entry.partner === null ? 'family' : 'partner';
  return (
    <Block title={translate(`accueil.entry.words.${writer}`)}>
      <Stack spacing={1}>
        <Texts texts={words} />
        {fromOthers.map((duplicate) => (
          <Fragment key={duplicate.id}>
            <Typography variant="body2" color="text.secondary">
              {translate('accueil.entry.words.written', {
                day: format.day(today(new Date(duplicate.receivedAt))),
              })}{' '}
              (
              <Link component={RouterLink} to={entryPath(duplicate)}>
                {translate('accueil.entry.state.keptEntry', { id: duplicate.id })}
              </Link>
              )
            </Typography>
            <Texts texts={duplicate.words} />
          </Fragment>
        ))}
      </Stack>
    </Block>
  );
}

/** What they wrote, by field. */
export function wordsOf({ comment, commentBy, originalComment, fields }: EntryDetail): string[] {
  const own = originalComment ?? (commentBy === null ? comment : null);
  return [own, ...wordFields.map((name) => fields[name])].filter((text) => typeof text === 'string');
}

export function Texts({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <Typography key={text} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  ));
}
