import { Box } from '@mui/material';
import { SelectInput, TopToolbar } from 'react-admin';
import { useRead, useResidences } from '../api/queries.ts';
import { applicationSteps } from '../entries/ApplicationStep.tsx';
import { NewApplicationButton } from '../entries/create/NewEntryButton.tsx';
import { EntryMarks } from '../entries/EntryParts.tsx';
import { EntryCard, EntryList, type ListView } from '../entries/list/EntryList.tsx';
import { commonColumns, EntryTable } from '../entries/list/EntryTable.tsx';
import { useCommonFilters } from '../entries/list/filters.tsx';
import { ApplicationActs, OfferName, Step } from './ApplicationParts.tsx';

const texts = 'accueil.queues.applications';
const views: readonly ListView[] = [
  { name: 'new', filter: { status: 'new' } },
  { name: 'processed', filter: { status: 'processed' } },
  { name: 'spontaneous', filter: { offer: 'none' } },
  { name: 'unknown', filter: { offer: 'unknown' } },
  { name: 'all', filter: {} },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** Job applications, filtered by job offer. */
export function ApplicationList() {
  const offers = useJobOffers();
  const filters = [
    ...useCommonFilters(),
    <SelectInput
      key="announcementId"
      source="announcementId"
      label={`${texts}.offer`}
      choices={offers}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 220 } }}
    />,
    <SelectInput
      key="step"
      source="step"
      label={`${texts}.step`}
      choices={['none', ...applicationSteps].map((id) => ({ id, name: `${texts}.steps.${id}` }))}
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
        table={<ApplicationTable />}
        card={(application) => (
          <EntryCard entry={application} subtitle={<OfferName application={application} />}>
            <EntryMarks entry={application} />
            <Step application={application} />
            <ApplicationActs application={application} />
          </EntryCard>
        )}
      />
    </Box>
  );
}

function ApplicationTable() {
  const { name, residence, received, status } = commonColumns;
  return (
    <EntryTable
      texts={texts}
      columns={[
        { ...name, label: 'Candidat' },
        {
          name: 'announcement',
          label: `${texts}.offer`,
          render: (entry) => <OfferName application={entry} />,
        },
        residence,
        received,
        status,
        { name: 'step', label: `${texts}.step`, render: (entry) => <Step application={entry} /> },
        {
          name: 'acts',
          label: 'Actions',
          render: (entry) => <ApplicationActs application={entry} />,
        },
      ]}
    />
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
