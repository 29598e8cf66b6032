import AddOutlined from '@mui/icons-material/AddOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import {
  ColumnsButton,
  FilterButton,
  SortButton,
  TopToolbar,
  useListContext,
  useTranslate,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { csvAddress } from '../../api/data-provider.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { useHasOtherResidences, useRight } from '../../session/access.ts';
import { ActionText } from '../ActionText.tsx';
import { EntryMarks, EntryName, FollowUpChip, ResidenceName, StageChip } from '../EntryParts.tsx';
import { phoneToCall } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { EntryList, type ListView, OpensEntry } from './EntryList.tsx';
import { useLeadFilters } from './filters.tsx';
import { LeadTable } from './LeadTable.tsx';

const sortFields = ['received', 'contactDate', 'nextAction'];

/** The leads within the user's reach. */
export function LeadList() {
  const mayChange = useRight('entries.change');
  return (
    <EntryList
      resource="leads"
      name="leads"
      title="accueil.leads.title"
      texts="accueil.leads"
      views={useViews()}
      filters={useLeadFilters()}
      actions={<LeadListActions />}
      isSelectable={mayChange}
      table={<LeadTable isSelectable={mayChange} />}
      card={(lead) => <LeadCard lead={lead} />}
    />
  );
}

/** The toolbar. Cards have no columns to choose or to sort by. */
function LeadListActions() {
  const translate = useTranslate();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const mayAdd = useRight('entries.create');
  return (
    <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.5 }}>
      <FilterButton />
      {isNarrow ? <SortButton fields={sortFields} label="accueil.leads.sort" /> : <ColumnsButton />}
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

/** A lead on a narrow screen. */
function LeadCard({ lead }: { readonly lead: FollowedEntry }) {
  const { establishmentId, contactDate, stage, nextAction } = lead;
  const phone = phoneToCall(lead);
  return (
    <OpensEntry entry={lead}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <EntryName entry={lead} />
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {format.day(contactDate)}
        </Typography>
      </Stack>
      <Typography variant="body2" component="div" color="textSecondary">
        <ResidenceName id={establishmentId} />
      </Typography>
      {phone !== null && (
        <Typography variant="body2" component="div" sx={{ py: 0.5 }}>
          <PhoneNumber phone={phone} objectedOn={lead.objectedOn} />
        </Typography>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, py: 0.5 }}>
        <EntryMarks entry={lead} />
        <FollowUpChip entry={lead} />
        <StageChip stage={stage} />
      </Stack>
      <ActionText action={nextAction} isPlanned />
    </OpensEntry>
  );
}

const everyday: readonly ListView[] = [
  { name: 'all', filter: {} },
  { name: 'new', filter: { status: 'new' } },
  { name: 'toCall', filter: { block: 'to-call' } },
  { name: 'unplanned', filter: { followUp: 'unplanned' } },
  { name: 'callback', filter: { planned: 'callback' } },
  { name: 'visit', filter: { planned: 'visit' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'orientation', filter: { orientation: 'true' } },
  { name: 'asleep', filter: { followUp: 'asleep' } },
  { name: 'own', filter: { owner: 'me' } },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** The predefined filters; « mine » for users who see all residences and belong to some. */
function useViews(): readonly ListView[] {
  return useHasOtherResidences() ? [...everyday, { name: 'mine', filter: { mine: 'true' } }] : everyday;
}
