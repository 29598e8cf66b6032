import { Box, Link, Stack, Typography } from '@mui/material';
import { phoneLink } from '../desk/links.ts';
import { useResidences } from '../desk/use-residences.ts';
import { useFormat } from '../i18n/use-format.ts';
import { EntryMarks } from '../lists/EntryMarks.tsx';
import { EntryName } from '../lists/EntryName.tsx';
import { ActionText } from './ActionText.tsx';
import type { Lead } from './lead.ts';
import { StageChip } from './StageChip.tsx';
import { Value } from './Value.tsx';

/** An entry where a table has no room. */
export function LeadCard({ lead }: { readonly lead: Lead }) {
  const format = useFormat();
  const { nameOf } = useResidences();
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
        {establishmentId === null ? (
          <Value of="accueil.leads.unassigned" isWarning />
        ) : (
          nameOf(establishmentId)
        )}
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
