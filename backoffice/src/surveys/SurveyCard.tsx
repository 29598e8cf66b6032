import { Box, Stack, Typography } from '@mui/material';
import type { ListedEntry } from '../api/answers.ts';
import { EntryMarks, EntryName, ResidenceName } from '../entries/EntryParts.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { PhoneLink } from '../ui/links.tsx';
import { OwnerName, SurveyActs, SurveyAge, type SurveyName } from './SurveyParts.tsx';

interface Props {
  readonly survey: ListedEntry;
  readonly name: SurveyName;
}

/** A survey on a narrow screen. */
export function SurveyCard({ survey, name }: Props) {
  const format = useFormat();
  const { establishmentId, phone, receivedAt } = survey;
  return (
    <Stack spacing={0.75} sx={{ px: 2, py: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <EntryName entry={survey} />
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {format.moment(receivedAt)}
        </Typography>
      </Stack>
      <Typography variant="body2" component="div" color="textSecondary">
        <ResidenceName id={establishmentId} />
      </Typography>
      {phone !== null && (
        <Typography variant="body2" component="div">
          <PhoneLink phone={phone} />
        </Typography>
      )}
      {name === 'complaint' && (
        <Box>
          <Typography variant="body2" component="div">
            <SurveyAge survey={survey} />
          </Typography>
          <OwnerName survey={survey} />
        </Box>
      )}
      {name !== 'complaint' && <EntryMarks entry={survey} />}
      <SurveyActs survey={survey} name={name} />
    </Stack>
  );
}
