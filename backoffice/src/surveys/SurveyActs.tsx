import { Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActButton } from '../entry/ActButton.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { ProcessedButton } from '../lists/ProcessedButton.tsx';
import { useMayChange } from '../lists/use-may-change.ts';
import type { SurveyName } from './survey.ts';

interface Props {
  readonly survey: ListedEntry;
  readonly name: SurveyName;
}

/** What is usually done with a survey, where it stands in its list. */
export function SurveyActs({ survey, name }: Props) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  if (!mayChange(survey)) return null;
  const { id, status } = survey;
  const who = survey.name ?? translate('accueil.leads.unnamed');
  const say = (key: string) => translate(`accueil.queues.surveys.${key}`, { name: who });
  const isNew = status === 'new';
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {name === 'contact' && (
        <ActButton entryId={id} act="convert" text={say('convert')} label={say('convertOf')} />
      )}
      {name === 'complaint' && isNew && (
        <>
          <ActButton entryId={id} act="answer" text={say('answer')} label={say('answerOf')} />
          <ActButton entryId={id} act="owner" text={say('owner')} label={say('ownerOf')} variant="text" />
        </>
      )}
      {name !== 'complaint' && isNew && <ProcessedButton entry={survey} />}
    </Stack>
  );
}
