import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Box, Button, Stack } from '@mui/material';
import { SelectInput, TopToolbar } from 'react-admin';
import { useRead, useResidences } from '../api/queries.ts';
import type { ListedEntry } from '../api/responses.ts';
import { NewApplicationButton } from '../entries/create/NewEntryButton.tsx';
import { Missing, stepNames, stepText } from '../entries/EntryParts.tsx';
import { EntryCard, EntryList, ListMarks, type ListView } from '../entries/list/EntryList.tsx';
import { commonColumns, type EntryColumn, type ListTexts } from '../entries/list/EntryTable.tsx';
import { useCommonFilters } from '../entries/list/filters.tsx';
import { choicesIn } from '../i18n/choices.ts';

const texts: ListTexts = {
  one: 'candidature',
  empty: 'Aucune candidature ici.',
  done: 'Toutes les candidatures sont traitées.',
};
const views: readonly ListView[] = [
  { text: 'À traiter', filter: { status: 'new' } },
  { text: 'Traitées', filter: { status: 'processed' } },
  { text: 'Spontanées', filter: { offer: 'none' } },
  { text: 'Offre inconnue', filter: { offer: 'unknown' } },
  { text: 'Toutes', filter: {} },
  { text: 'Spam probable', filter: { aside: 'presumed' } },
];

const { name, message, residence, received, status } = commonColumns;
const columns: readonly EntryColumn[] = [
  { ...name, label: 'Candidat' },
  { name: 'announcement', label: 'Offre d’emploi', render: (entry) => <OfferName application={entry} /> },
  ...[message, residence, received, status],
  { name: 'step', label: 'Suite donnée', render: stepOf },
  { name: 'cv', label: 'CV', render: (entry) => <Cv application={entry} /> },
];

/** Job applications, filtered by job offer. */
export function ApplicationList() {
  const offers = useJobOffers();
  const filters = [
    ...useCommonFilters(),
    <SelectInput
      key="announcementId"
      source="announcementId"
      label="Offre d’emploi"
      choices={offers}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 220 } }}
    />,
    <SelectInput
      key="step"
      source="step"
      label="Suite donnée"
      choices={choicesIn(stepNames)}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 150 } }}
    />,
  ];
  return (
    <Box sx={{ mt: 1 }}>
      <EntryList
        resource="applications"
        name="applications"
        title="Candidatures"
        texts={texts}
        views={views}
        filters={filters}
        actions={
          <TopToolbar>
            <NewApplicationButton />
          </TopToolbar>
        }
        columns={columns}
        card={(application) => (
          <EntryCard entry={application} subtitle={<OfferName application={application} />}>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
              <Cv application={application} />
              {stepOf(application)}
              <ListMarks entry={application} />
            </Stack>
          </EntryCard>
        )}
      />
    </Box>
  );
}

/** The job offers within the user's reach, as choices of a filter. */
function useJobOffers(): { readonly id: number; readonly name: string }[] {
  const { all, nameOf } = useResidences();
  const { data } = useRead('GET /desk/announcements');
  return (data?.data ?? []).map(({ id, title, open, establishmentId }) => {
    const named = all.length > 1 ? `${title} – ${nameOf(establishmentId)}` : title;
    return { id, name: open ? named : `${named} (offre close)` };
  });
}

/** A CV is downloaded, never shown inside a page. */
function Cv({ application: { id, name, hasFile, cvNotKept } }: { readonly application: ListedEntry }) {
  if (!hasFile) return cvNotKept && <Missing text={cvNotKept} />;
  return (
    <Button
      size="small"
      startIcon={<DownloadOutlined />}
      sx={{ minWidth: 44, ml: -0.5 }}
      href={`/desk/entries/${id}/file`}
      download
      aria-label={`Télécharger le CV : ${name ?? 'Sans nom'}`}
    >
      CV
    </Button>
  );
}

/** The job offer applied for; an unknown one is highlighted. */
function OfferName({ application: { announcement } }: { readonly application: ListedEntry }) {
  if (announcement === null) return 'Candidature spontanée';
  const { id, title, open } = announcement;
  if (title === null) return <Missing text={`Offre inconnue (n° ${id})`} />;
  return open ? title : `${title} (offre close)`;
}

/** How far an application has come. */
function stepOf({ applicationStep, nextAction }: ListedEntry): string | null {
  return applicationStep && stepText(applicationStep, nextAction);
}
