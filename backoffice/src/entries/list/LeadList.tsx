import AddOutlined from '@mui/icons-material/AddOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, type Theme, useMediaQuery } from '@mui/material';
import {
  ColumnsButton,
  FilterButton,
  List,
  SortButton,
  TopToolbar,
  useListContext,
  useNotify,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { csvAddress } from '../../api/data-provider.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { useRight, useSession } from '../../session/access.ts';
import { ListPagination } from '../../ui/ListPagination.tsx';
import { type ListView, ListViews } from './EntryList.tsx';
import { useLeadFilters } from './filters.tsx';
import { LeadCards } from './LeadCards.tsx';
import { LeadTable } from './LeadTable.tsx';

const sortFields = ['received', 'contactDate'];
const newestFirst = { field: 'received', order: 'DESC' } as const;

/** The leads within the user's reach. */
export function LeadList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const filters = useLeadFilters();
  const views = useViews();
  const notify = useNotify();
  return (
    <List<ListedEntry>
      title="accueil.leads.title"
      perPage={25}
      sort={newestFirst}
      filters={filters}
      actions={<LeadListActions isNarrow={isNarrow} />}
      pagination={<ListPagination texts="accueil.leads" />}
      exporter={false}
      empty={false}
      // A wide table scrolls in itself; the page does not.
      sx={{ '& .RaList-main': { minWidth: 0 } }}
      queryOptions={{ onError: () => notify('accueil.leads.failed', { type: 'error' }) }}
    >
      <ListViews views={views} texts="accueil.leads" />
      {isNarrow ? <LeadCards /> : <LeadTable />}
    </List>
  );
}

/** The toolbar. Cards have no columns to choose or to sort by. */
function LeadListActions({ isNarrow }: { readonly isNarrow: boolean }) {
  const translate = useTranslate();
  const mayAdd = useRight('entries.change');
  return (
    <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.5 }}>
      <FilterButton />
      {isNarrow ? <SortButton fields={sortFields} label="accueil.leads.sort" /> : <ColumnsButton />}
      <ExportButton />
      {mayAdd && (
        <Button
          component={Link}
          to="/leads/create"
          variant="contained"
          size="small"
          startIcon={<AddOutlined />}
          sx={{ ml: 1 }}
        >
          {translate('accueil.leads.add')}
        </Button>
      )}
    </TopToolbar>
  );
}

/** Downloads the whole list as filtered and sorted. */
function ExportButton() {
  const translate = useTranslate();
  const { filterValues, sort } = useListContext();
  return (
    <Button
      component="a"
      href={csvAddress(filterValues, sort)}
      download
      size="small"
      startIcon={<DownloadOutlined />}
    >
      {translate('accueil.leads.export')}
    </Button>
  );
}

const everyday: readonly ListView[] = [
  { name: 'all', filter: {} },
  { name: 'new', filter: { status: 'new' } },
  { name: 'callback', filter: { planned: 'callback' } },
  { name: 'visit', filter: { planned: 'visit' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'orientation', filter: { orientation: 'true' } },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** The predefined filters; « mine » for users who see all residences and belong to some. */
function useViews(): readonly ListView[] {
  const places = useSession()?.user.grants.map(({ establishmentId }) => establishmentId) ?? [];
  const hasOwn = places.includes(null) && places.some((place) => place !== null);
  return hasOwn ? [...everyday, { name: 'mine', filter: { mine: 'true' } }] : everyday;
}
