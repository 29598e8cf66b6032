import { type Theme, useMediaQuery } from '@mui/material';
import { List, useNotify } from 'react-admin';
import { ListPagination } from '../lists/ListPagination.tsx';
import { LeadCards } from './LeadCards.tsx';
import { LeadListActions } from './LeadListActions.tsx';
import { LeadTable } from './LeadTable.tsx';
import { LeadViews } from './LeadViews.tsx';
import type { Lead } from './lead.ts';
import { useLeadFilters } from './use-lead-filters.tsx';

const newestFirst = { field: 'received', order: 'DESC' } as const;

/** Every commercial entry within reach: searched, filtered, sorted, exported. */
export function LeadList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const filters = useLeadFilters();
  const notify = useNotify();
  return (
    <List<Lead>
      title="accueil.leads.title"
      perPage={25}
      sort={newestFirst}
      filters={filters}
      actions={<LeadListActions isNarrow={isNarrow} />}
      pagination={<ListPagination texts="accueil.leads" />}
      exporter={false}
      empty={false}
      // A table that is wider than the screen scrolls by itself, and not the page.
      sx={{ '& .RaList-main': { minWidth: 0 } }}
      queryOptions={{ onError: () => notify('accueil.leads.failed', { type: 'error' }) }}
    >
      <LeadViews />
      {isNarrow ? <LeadCards /> : <LeadTable />}
    </List>
  );
}
