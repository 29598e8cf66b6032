import { Box } from '@mui/material';
import { SelectInput, useTranslate } from 'react-admin';
import { useCommonFilters } from '../leads/use-lead-filters.tsx';
import { EntryCards } from '../lists/EntryCards.tsx';
import type { ListView } from '../lists/ListViews.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { QueueList } from '../lists/QueueList.tsx';
import { ApplicationCard } from './ApplicationCard.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';
import { useJobOffers } from './use-job-offers.ts';

const texts = 'accueil.queues.applications';
const views: readonly ListView[] = [
  { name: 'new', filter: { status: 'new' } },
  { name: 'processed', filter: { status: 'processed' } },
  { name: 'spontaneous', filter: { offer: 'none' } },
  { name: 'unknown', filter: { offer: 'unknown' } },
  { name: 'all', filter: {} },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** Job applications, by job offer. */
export function ApplicationsPage() {
  const translate = useTranslate();
  const common = useCommonFilters();
  const offers = useJobOffers();
  const filters = [
    ...common,
    <SelectInput
      key="announcementId"
      source="announcementId"
      label={translate('accueil.queues.applications.offer')}
      choices={[...offers]}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 220 } }}
    />,
  ];
  return (
    <Box sx={{ mt: 1 }}>
      <QueueList
        resource="applications"
        name="applications"
        title="accueil.menu.applications"
        texts={texts}
        views={views}
        filters={filters}
        table={<ApplicationTable texts={texts} />}
        cards={
          <EntryCards<ListedEntry> texts={texts}>
            {(application) => <ApplicationCard application={application} />}
          </EntryCards>
        }
      />
    </Box>
  );
}
