import { Stack, Typography } from '@mui/material';
import { useFormat } from '../i18n/use-format.ts';
import { EntryMarks } from '../lists/EntryMarks.tsx';
import { EntryName } from '../lists/EntryName.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { PhoneLink } from '../lists/PhoneLink.tsx';
import { ResidenceName } from '../lists/ResidenceName.tsx';
import { ApplicationActs } from './ApplicationActs.tsx';
import { OfferName } from './OfferName.tsx';

/** A job application where a table has no room. */
export function ApplicationCard({ application }: { readonly application: ListedEntry }) {
  const format = useFormat();
  const { establishmentId, phone, receivedAt } = application;
  return (
    <Stack spacing={0.75} sx={{ px: 2, py: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <EntryName entry={application} />
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {format.moment(receivedAt)}
        </Typography>
      </Stack>
      <Typography variant="body2" component="div">
        <OfferName application={application} />
      </Typography>
      <Typography variant="body2" component="div" color="textSecondary">
        <ResidenceName id={establishmentId} />
      </Typography>
      {phone !== null && (
        <Typography variant="body2" component="div">
          <PhoneLink phone={phone} />
        </Typography>
      )}
      <EntryMarks entry={application} />
      <ApplicationActs application={application} />
    </Stack>
  );
}
