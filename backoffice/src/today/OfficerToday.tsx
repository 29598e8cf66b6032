import { Box, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { RequestList } from '../privacy/requests/RequestList.tsx';
import { TodayLines } from './TodayLines.tsx';

/** « Ma journée » of a data protection officer: the requests of rights, those due first. */
export function OfficerToday() {
  const { data: today } = useRead('GET /desk/today', {});
  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Title title="Ma journée" />
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {today === undefined ? '' : format.dayWithoutYear(today.day)}
      </Typography>
      <RequestList />
      {/* The list above says which request is due. */}
      {today !== undefined && <TodayLines today={{ ...today, privacyDue: null }} query={{}} />}
    </Box>
  );
}
