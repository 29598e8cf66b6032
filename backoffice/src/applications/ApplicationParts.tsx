import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Stack } from '@mui/material';
import type { ListedEntry } from '../api/responses.ts';
import { StepSelect, stepText } from '../entries/ApplicationStep.tsx';
import { EntryActButton } from '../entries/detail/EntryActButton.tsx';
import { useListActs } from '../entries/detail/EntryActsProvider.tsx';
import { useMayChange } from '../session/access.ts';
import { Value } from '../ui/Value.tsx';

/** The usual acts on an application. A CV is downloaded, never shown inside a page. */
export function ApplicationActs({ application }: { readonly application: ListedEntry }) {
  const mayChange = useMayChange();
  const { id, status, hasFile, cvNotKept } = application;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {hasFile && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadOutlined />}
          href={`/desk/entries/${id}/file`}
          download
          aria-label={`Télécharger le CV : ${application.name ?? 'Sans nom'}`}
        >
          CV
        </Button>
      )}
      <Value of={cvNotKept} isWarning />
      {mayChange(application) && (
        <EntryActButton entry={application} act="answer" text="Répondre" variant="text" />
      )}
      {mayChange(application) && status === 'new' && (
        <EntryActButton entry={application} act={{ name: 'processed' }} text="Marquer traitée" />
      )}
    </Stack>
  );
}

/** The job offer applied for; an unknown one is highlighted. */
export function OfferName({ application: { announcement } }: { readonly application: ListedEntry }) {
  if (announcement === null) return 'Candidature spontanée';
  const { id, title, open } = announcement;
  if (title === null) return <Value of={`Offre inconnue (n° ${id})`} isWarning />;
  return open ? title : `${title} (offre close)`;
}

/** How far an application has come; a choice for those who may change it. */
export function Step({ application }: { readonly application: ListedEntry }) {
  const mayChange = useMayChange();
  const { run } = useListActs(application);
  const { applicationStep, nextAction } = application;
  if (!mayChange(application)) return applicationStep === null ? null : stepText(applicationStep, nextAction);
  return (
    <StepSelect
      application={application}
      interview={nextAction}
      onChange={(step) => void run({ name: 'step', body: { step } })}
    />
  );
}
