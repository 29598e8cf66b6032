import { Stack, Typography } from '@mui/material';
import type { ListedEntry } from '../api/answers.ts';
import { EntryMarks, EntryName, ResidenceName } from '../entries/EntryParts.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { PhoneLink } from '../ui/links.tsx';
import { ApplicationActs, OfferName } from './ApplicationParts.tsx';

/** A job application on a narrow screen. */
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
