import { Box, Button, Card, Divider, Typography } from '@mui/material';
import { useId } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import type { ListedEntry } from '../api/responses.ts';
import { EntryList, type ListView } from '../entries/list/EntryList.tsx';
import { useCommonFilters } from '../entries/list/filters.tsx';
import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';
import { OrientationCard } from './OrientationCard.tsx';

const texts = 'accueil.queues.orientations';
const views: readonly ListView[] = [
  // Flagged ones are in the card above.
  { name: 'others', filter: { flagged: 'false' } },
  { name: 'unassigned', filter: { unassigned: 'true' } },
  { name: 'new', filter: { status: 'new' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'all', filter: {} },
];

/** Requests of placement partners; those with unread follow-ups first. */
export function OrientationList() {
  const filters = useCommonFilters();
  return (
    <Box sx={{ mt: 1 }}>
      <FlaggedOrientations />
      <EntryList
        resource="orientations"
        name="orientations"
        title="accueil.menu.orientations"
        texts={texts}
        views={views}
        filters={filters}
        card={(orientation) => <OrientationCard entry={orientation} />}
      />
    </Box>
  );
}

const shown = 3;
const allOfThem = `/orientations?filter=${encodeURIComponent(JSON.stringify({ flagged: 'true' }))}`;

/** Orientations with unread follow-ups; nothing when there are none. */
function FlaggedOrientations() {
  const heading = useId();
  const { data = [], total = 0 } = useGetList<ListedEntry>('orientations', {
    filter: { flagged: true },
    pagination: { page: 1, perPage: shown },
    sort: { field: 'received', order: 'DESC' },
  });
  if (data.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={heading} sx={{ mb: 2 }}>
      <Typography id={heading} component="h2" variant="h6" sx={{ px: 2, py: 1.5 }}>
        {translate('accueil.queues.orientations.flagged')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((entry) => (
          <li key={entry.id}>
            <Divider />
            <OrientationCard entry={entry} />
          </li>
        ))}
      </Box>
      {total > data.length && (
        <Button component={Link} to={allOfThem} sx={{ m: 1 }}>
          {translate('accueil.queues.orientations.moreFlagged', { count: format.number(total) })}
        </Button>
      )}
    </Card>
  );
}
