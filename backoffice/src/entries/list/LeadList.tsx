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
import type { ListedEntry } from '../../api/answers.ts';
import { useRight, useSession } from '../../session/access.ts';
import { ListPagination } from '../../ui/ListPagination.tsx';
import { ListViews } from './EntryList.tsx';
import { useLeadFilters } from './filters.tsx';
import { LeadCards } from './LeadCards.tsx';
import { LeadTable } from './LeadTable.tsx';

const newestFirst = { field: 'received', order: 'DESC' } as const;

/** Every commercial entry within reach: searched, filtered, sorted, exported. */
export function LeadList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const filters = useLeadFilters();
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
      // A table that is wider than the screen scrolls by itself, and not the page.
      sx={{ '& .RaList-main': { minWidth: 0 } }}
      queryOptions={{ onError: () => notify('accueil.leads.failed', { type: 'error' }) }}
    >
      <LeadViews />
      {isNarrow ? <LeadCards /> : <LeadTable />}
    </List>
  );
}

/** What can be done with the whole list. Without columns there is nothing to choose of them, nor headers to sort by. */
function LeadListActions({ isNarrow }: { readonly isNarrow: boolean }) {
  const translate = useTranslate();
  const mayAdd = useRight('entries.change');
  return (
    <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.5 }}>
      <FilterButton />
      {isNarrow ? <SortMenu /> : <ColumnsButton />}
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

const fields = ['received', 'contactDate'];

/** What the headers of a table do, where there is none. */
function SortMenu() {
  return <SortButton fields={fields} label="accueil.leads.sort" />;
}

/** The whole list, as it is filtered and sorted, as a file for a spreadsheet. */
function ExportButton() {
  const translate = useTranslate();
  const { filterValues, sort } = useListContext();
  return (
    <Button
      component="a"
      href={exportAddress(filterValues, sort)}
      download
      size="small"
      startIcon={<DownloadOutlined />}
    >
      {translate('accueil.leads.export')}
    </Button>
  );
}

/** Where the commercial entries that a list shows are, all of them in one CSV file. */
function exportAddress(
  filters: Readonly<Record<string, unknown>>,
  sort: { readonly field: string; readonly order: string },
): string {
  const query = new URLSearchParams({ kind: 'commercial' });
  for (const [name, value] of Object.entries(filters)) {
    const text = value === null || value === undefined ? '' : String(value);
    if (text !== '' && !isTooShort(name, text)) query.set(name, text);
  }
  query.set('sort', sort.field);
  query.set('order', sort.order.toLowerCase());
  return `/desk/entries.csv?${query}`;
}

/** The service searches for two characters or more. */
function isTooShort(name: string, text: string): boolean {
  return name === 'q' && [...text.trim()].length < 2;
}

/** Filters of commercial entries that are wanted every day, one click each. */
function LeadViews() {
  return <ListViews views={useViews()} texts="accueil.leads" />;
}

/** A filter that is wanted every day. */
interface View {
  readonly name: 'all' | 'new' | 'callback' | 'visit' | 'flagged' | 'orientation' | 'presumed' | 'mine';
  readonly filter: Readonly<Record<string, string>>;
}

const everyday: readonly View[] = [
  { name: 'all', filter: {} },
  { name: 'new', filter: { status: 'new' } },
  { name: 'callback', filter: { planned: 'callback' } },
  { name: 'visit', filter: { planned: 'visit' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'orientation', filter: { orientation: 'true' } },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** The views of whoever is signed in: who sees every residence and works at some has those for themselves. */
function useViews(): readonly View[] {
  const places = useSession()?.user.grants.map(({ establishmentId }) => establishmentId) ?? [];
  const hasOwn = places.includes(null) && places.some((place) => place !== null);
  return hasOwn ? [...everyday, { name: 'mine', filter: { mine: 'true' } }] : everyday;
}
