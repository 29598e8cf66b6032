import { Box, Chip, Stack, Typography } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { ActButton } from '../entries/detail/ActButton.tsx';
import { ageText } from '../entries/EntryParts.tsx';
import { AtOnceButton } from '../entries/list/AtOnceButton.tsx';
import { translate } from '../i18n/texts.ts';
import { useMayChange, useSession } from '../session/access.ts';

/** The kinds of surveys, named as in the counts. */
export type SurveyName = 'contact' | 'complaint' | 'survey';

interface SurveyActsProps {
  readonly survey: ListedEntry;
  readonly name: SurveyName;
}

/** The usual acts on a survey. */
export function SurveyActs({ survey, name }: SurveyActsProps) {
  const mayChange = useMayChange();
  const userId = useSession()?.user.id;
  if (!mayChange(survey)) return null;
  const { status, owner } = survey;
  const isNew = status === 'new';
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {name === 'contact' && <ActButton entry={survey} act="convert" text="accueil.queues.surveys.convert" />}
      {name === 'complaint' && isNew && (
        <>
          <ActButton entry={survey} act="answer" text="accueil.queues.surveys.answer" />
          {userId !== undefined && owner?.id !== userId && (
            <AtOnceButton
              entry={survey}
              act={{ name: 'owner', body: { userId } }}
              text="accueil.entry.act.takeCharge"
            />
          )}
        </>
      )}
      {name !== 'complaint' && isNew && (
        <AtOnceButton entry={survey} act={{ name: 'processed' }} text={`accueil.queues.processed.${name}`} />
      )}
    </Stack>
  );
}

/** For how many days a complaint has been open, or that it is closed. */
export function SurveyAge({ survey }: { readonly survey: ListedEntry }) {
  return (
    <Box sx={{ minWidth: 90, fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>
      {survey.status === 'new' ? ageText(survey) : translate('accueil.queues.surveys.closed')}
    </Box>
  );
}

/** Who is in charge of a complaint. */
export function OwnerName({ survey: { owner } }: { readonly survey: ListedEntry }) {
  return (
    <Typography variant="body2" component="span" color={owner === null ? 'textSecondary' : 'textPrimary'}>
      {owner === null
        ? translate('accueil.entry.owner.none')
        : translate('accueil.entry.owner.is', { name: owner.name })}
    </Typography>
  );
}

/** Up to this share of the best note, a family is unhappy. */
const unhappyShare = 0.6;
/** What notes are out of, unless they say so: `4/5`. */
const usualBest = 10;

/** The note of a satisfaction survey; an unhappy one stands out. */
export function Note({ survey: { note } }: { readonly survey: ListedEntry }) {
  if (note === null) return null;
  const isBad = isUnhappy(note);
  return (
    <Chip
      size="small"
      variant={isBad ? 'filled' : 'outlined'}
      color={isBad ? 'error' : 'default'}
      label={isBad ? translate('accueil.queues.surveys.unhappy', { note }) : note}
    />
  );
}

function isUnhappy(note: string): boolean {
  const [, value, best] = /^\s*(\d+(?:[.,]\d+)?)\s*(?:\/\s*(\d+)\s*)?$/.exec(note) ?? [];
  if (value === undefined) return false;
  return Number(value.replace(',', '.')) <= unhappyShare * (best === undefined ? usualBest : Number(best));
}
