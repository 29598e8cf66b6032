import { Box } from '@mui/material';
import { useCommonFilters } from '../leads/use-lead-filters.tsx';
import { EntryCards } from '../lists/EntryCards.tsx';
import type { ListView } from '../lists/ListViews.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { QueueList } from '../lists/QueueList.tsx';
import { FlaggedOrientations } from './FlaggedOrientations.tsx';
import { OrientationCard } from './OrientationCard.tsx';

const texts = 'accueil.queues.orientations';
const views: readonly ListView[] = [
  // What is new stands above.
  { name: 'others', filter: { flagged: 'false' } },
  { name: 'unassigned', filter: { unassigned: 'true' } },
  { name: 'new', filter: { status: 'new' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'all', filter: {} },
];

/** What placement partners have sent: first what they have said since. */
export function OrientationsPage() {
  const filters = useCommonFilters();
  const cards = (
    <EntryCards<ListedEntry> texts={texts}>
      {(orientation) => <OrientationCard entry={orientation} />}
    </EntryCards>
  );
  return (
    <Box sx={{ mt: 1 }}>
      <FlaggedOrientations />
      <QueueList
        resource="orientations"
        name="orientations"
        title="accueil.menu.orientations"
        texts={texts}
        views={views}
        filters={filters}
        table={cards}
        cards={cards}
      />
    </Box>
  );
}
