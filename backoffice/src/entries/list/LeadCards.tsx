import { Box, Link, Stack, Typography } from '@mui/material';
import type { ListedEntry } from '../../api/responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { phoneLink } from '../../ui/links.tsx';
import { EntryMarks, EntryName, ResidenceName, StageChip } from '../EntryParts.tsx';
import { ActionText } from './ActionText.tsx';
import { EntryCards } from './EntryList.tsx';

/** The list on a narrow screen. */
export function LeadCards() {
  return <EntryCards texts="accueil.leads">{(lead) => <LeadCard lead={lead} />}</EntryCards>;
}

/** A lead on a narrow screen. */
function LeadCard({ lead }: { readonly lead: ListedEntry }) {
  const format = useFormat();
  const { establishmentId, phone, contactDate, stage, nextAction } = lead;
  const link = phone === null ? undefined : phoneLink(phone);
  return (
    <Box sx={{ px: 2, py: 1.5 }}>
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
          {link === undefined ? phone : <Link href={link}>{phone}</Link>}
        </Typography>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, py: 0.5 }}>
        <EntryMarks entry={lead} />
        <StageChip stage={stage} />
      </Stack>
      <ActionText action={nextAction} isPlanned />
    </Box>
  );
}
