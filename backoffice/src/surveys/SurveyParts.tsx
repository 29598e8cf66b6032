import { Chip, Stack, Typography } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { ComplaintDue } from '../entries/ComplaintDue.tsx';
import { EntryActButton } from '../entries/detail/EntryActButton.tsx';
import { statusName } from '../entries/entry.ts';
import { useMayChange, useSession } from '../session/access.ts';

const processedTexts = { survey: 'Marquer lu', contact: 'Marquer traité' };

/** The kinds of surveys, named as in the counts. */
export type SurveyName = 'contact' | 'complaint' | 'survey';

interface SurveyActsProps {
  readonly survey: ListedEntry;
  readonly name: SurveyName;
}

export function SurveyActs({ survey, name }: SurveyActsProps) {
  const mayChange = useMayChange();
  const userId = useSession()?.user.id;
  if (!mayChange(survey)) return null;
  const { status, owner } = survey;
  const isNew = status === 'new';
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {name === 'contact' && <EntryActButton entry={survey} act="convert" text="Créer une demande" />}
      {/* One at a time, so that a row is low: who is in charge answers. */}
      {name === 'complaint' &&
        isNew &&
        (userId !== undefined && owner?.id !== userId ? (
          <EntryActButton
            key="owner"
            entry={survey}
            act={{ name: 'owner', body: { userId } }}
            text="Je m’en charge"
          />
        ) : (
          <EntryActButton key="answer" entry={survey} act="answer" text="Répondre et clore" />
        ))}
      {name !== 'complaint' && isNew && (
        <EntryActButton entry={survey} act={{ name: 'processed' }} text={processedTexts[name]} />
      )}
    </Stack>
  );
}

/** Until when something is to be done about a complaint, or that it is closed. */
export function Deadlines({ survey }: { readonly survey: ListedEntry }) {
  return survey.due === null ? statusName(survey) : <ComplaintDue entry={survey} />;
}

export function OwnerName({ survey: { owner } }: { readonly survey: ListedEntry }) {
  return (
    <Typography variant="body2" component="span" color={owner === null ? 'textSecondary' : 'textPrimary'}>
      {owner === null ? 'Personne ne l’a prise en charge' : `Prise en charge par ${owner.name}`}
    </Typography>
  );
}

/** The note of a satisfaction survey; an unhappy one stands out. */
export function Note({ survey: { note, unhappy } }: { readonly survey: ListedEntry }) {
  if (note === null) return null;
  return (
    <Chip
      size="small"
      variant={unhappy ? 'filled' : 'outlined'}
      color={unhappy ? 'error' : 'default'}
      label={unhappy ? `${note} – mécontent` : note}
    />
  );
}
