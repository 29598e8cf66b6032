import AddOutlined from '@mui/icons-material/AddOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  ColumnsButton,
  FilterButton,
  Button as LabelledButton,
  SortButton,
  type SortPayload,
  TopToolbar,
  useListContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { contractName } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import { csvAddress } from '../../api/list-query.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { useRight } from '../../session/access.ts';
import { totalOf } from '../../ui/Rows.tsx';
import { ActionText, Initials, StageChip } from '../EntryParts.tsx';
import { isToCall, statusName } from '../entry.ts';
import { EntryCard, EntryList, ListMarks, type ListView } from './EntryList.tsx';
import { commonColumns, type EntryColumn, type ListTexts } from './EntryTable.tsx';
import { useLeadFilters } from './filters.tsx';

const sortFields = ['received', 'contactDate', 'nextAction'];

/** The leads within the user's reach. */
export function LeadList() {
  const mayChange = useRight('entries.change');
  return (
    <EntryList
      resource="leads"
      name="leads"
      title="Demandes"
      texts={leadTexts}
      views={useViews()}
      filters={useLeadFilters()}
      actions={<LeadListActions />}
      isSelectable={mayChange}
      columns={columns}
      hiddenColumns={hiddenColumns}
      card={(lead) => (
        <EntryCard entry={lead}>
          <ListMarks entry={lead} />
          <ActionText action={lead.nextAction} isPlanned />
        </EntryCard>
      )}
    />
  );
}

const { name, residence, received, message, phone } = commonColumns;

/** Of the list of leads. */
const leadTexts: ListTexts = {
  one: 'demande',
  empty: 'Aucune demande ne correspond.',
  done: 'Personne n’attend d’être rappelé.',
};

// The button « Colonnes » shows them.
const hiddenColumns = [
  'email',
  'stage',
  'status',
  'lastContact',
  'motif',
  'admittedOn',
  'type',
  'sejourType',
  'contactDate',
  'received',
  'lastAction',
  'customId',
];

const columns: readonly EntryColumn[] = [
  { ...name, sx: { minWidth: 240 } },
  message,
  phone,
  {
    name: 'state',
    label: 'État',
    sx: { whiteSpace: 'nowrap' },
    render: (lead) => <LeadState lead={lead} />,
  },
  {
    name: 'nextAction',
    label: 'Prochaine action',
    isSortable: true,
    render: ({ nextAction }) => <ActionText action={nextAction} isPlanned />,
  },
  residence,
  {
    name: 'owner',
    label: 'Confiée à',
    render: ({ owner }) => owner !== null && <Initials name={owner.name} />,
  },
  { name: 'email', label: 'E-mail', render: ({ contact }) => contact.email },
  { name: 'stage', label: 'Étape', render: ({ stage }) => <StageChip stage={stage} /> },
  { name: 'status', label: 'Statut', render: statusName },
  { name: 'motif', label: 'Motif', render: ({ motif }) => motif && contractName(motif) },
  {
    name: 'admittedOn',
    label: 'Admission le',
    render: ({ admittedOn }) => admittedOn && format.day(admittedOn),
  },
  { name: 'type', label: 'Origine', render: ({ type }) => type && contractName(type) },
  {
    name: 'sejourType',
    label: 'Séjour',
    render: ({ sejourType }) => sejourType && contractName(sejourType),
  },
  {
    name: 'contactDate',
    label: 'Premier contact le',
    isSortable: true,
    render: ({ contactDate }) => format.day(contactDate),
  },
  received,
  {
    name: 'lastAction',
    label: 'Dernière action',
    render: ({ lastAction }) => <ActionText action={lastAction} />,
  },
  {
    name: 'lastContact',
    label: 'Dernier contact',
    render: ({ lastContact }) => (lastContact === null ? null : format.day(lastContact)),
  },
  { name: 'customId', label: 'Référence du site' },
];

/** How a lead stands, and since when a family waits. */
function LeadState({ lead }: { readonly lead: FollowedEntry }) {
  return (
    <>
      <ListMarks entry={lead} />
      {isToCall(lead) && (
        <Typography variant="body2" component="div" color="textSecondary">
          {`depuis ${format.since(lead.receivedAt)}`}
        </Typography>
      )}
    </>
  );
}

/** The toolbar. Cards have no columns to choose or to sort by. */
function LeadListActions() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const mayAdd = useRight('entries.create');
  return (
    <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.5 }}>
      <FilterButton />
      {isNarrow ? <SortButton fields={sortFields} label="Trier par" /> : <ColumnsButton />}
      <ExportButton />
      {mayAdd && (
        <Button
          component={RouterLink}
          to="/leads/create"
          variant="contained"
          size="small"
          startIcon={<AddOutlined />}
          sx={{ ml: 1 }}
        >
          Nouvelle demande
        </Button>
      )}
    </TopToolbar>
  );
}

/** Downloads the whole list as filtered and sorted, and says how many that are. */
function ExportButton() {
  const { filterValues, sort, total, meta } = useListContext();
  return (
    // An icon alone on a phone.
    <LabelledButton
      component="a"
      href={csvAddress(filterValues, sort)}
      download
      label={`Exporter (${format.total(totalOf(total, meta))})`}
    >
      <DownloadOutlined />
    </LabelledButton>
  );
}

const longestFirst = { field: 'received', order: 'ASC' } as const;
const nextFirst = { field: 'nextAction', order: 'ASC' } as const;

/** The views with their orders, and how many leads each has. */
function useViews(): readonly ListView[] {
  const { data: counted } = useQuery({
    queryKey: ['counts', 'views'],
    queryFn: ({ signal }) => request('GET /desk/counts/views', {}, { signal }),
    meta: { live: 'summary' },
  });
  const totalOf = (name: string) => counted?.data.find((view) => view.name === name)?.total;
  const block = (
    name: 'to-call' | 'appointments' | 'late' | 'unplanned' | 'orientations',
    text: string,
    sort: SortPayload,
  ) => ({
    text,
    filter: { block: name },
    sort,
    total: totalOf(name),
  });
  return [
    block('to-call', 'À rappeler', longestFirst),
    block('appointments', 'Aujourd’hui', nextFirst),
    block('late', 'En retard', nextFirst),
    block('unplanned', 'Rien de prévu', longestFirst),
    { text: 'En sommeil', filter: { followUp: 'asleep' }, sort: longestFirst, total: totalOf('asleep') },
    { text: 'Closes', filter: { open: 'false' } },
    { text: 'Toutes', filter: {} },
    { ...block('orientations', 'Orientations', longestFirst), isRare: true },
    { text: 'Spam probable', filter: { aside: 'presumed' }, isRare: true },
  ];
}
