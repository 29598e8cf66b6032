import { Box, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../api/responses.ts';
import { ActButton } from '../entries/detail/ActButton.tsx';
import { AgeNote } from '../entries/EntryParts.tsx';
import { ProcessedButton } from '../entries/list/ProcessedButton.tsx';
import { useMayChange } from '../session/access.ts';

/** The kinds of surveys, named as in the counts. */
export type SurveyName = 'contact' | 'complaint' | 'survey';

interface SurveyActsProps {
  readonly survey: ListedEntry;
  readonly name: SurveyName;
}

/** The usual acts on a survey. */
export function SurveyActs({ survey, name }: SurveyActsProps) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  if (!mayChange(survey)) return null;
  const { id, status } = survey;
  const who = survey.name ?? translate('accueil.leads.unnamed');
  const t = (key: string) => translate(`accueil.queues.surveys.${key}`, { name: who });
  const isNew = status === 'new';
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {name === 'contact' && (
        <ActButton entryId={id} act="convert" text={t('convert')} label={t('convertOf')} />
      )}
      {name === 'complaint' && isNew && (
        <>
          <ActButton entryId={id} act="answer" text={t('answer')} label={t('answerOf')} />
          <ActButton entryId={id} act="owner" text={t('owner')} label={t('ownerOf')} variant="text" />
        </>
      )}
      {name !== 'complaint' && isNew && <ProcessedButton entry={survey} as={name} />}
    </Stack>
  );
}

/** For how many days a complaint has been open, or that it is closed. */
export function SurveyAge({ survey }: { readonly survey: ListedEntry }) {
  const translate = useTranslate();
  return (
    <Box sx={{ minWidth: 90, fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>
      {survey.status === 'new' ? <AgeNote entry={survey} /> : translate('accueil.queues.surveys.closed')}
    </Box>
  );
}

/** Who is in charge of a complaint. */
export function OwnerName({ survey: { owner } }: { readonly survey: ListedEntry }) {
  const translate = useTranslate();
  return (
    <Typography
      variant="body2"
      component="span"
      color={owner === null ? 'textSecondary' : 'textPrimary'}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {owner === null
        ? translate('accueil.queues.surveys.noOwner')
        : translate('accueil.queues.surveys.ownedBy', { name: owner.name })}
    </Typography>
  );
}
