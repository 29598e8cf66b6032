import { Box, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { RequestRow } from '../privacy/requests/RequestList.tsx';
import { RowList } from '../ui/Rows.tsx';
import { TodayLines } from './TodayLines.tsx';

/** « Ma journée » of a data protection officer: the open requests, those due first. */
export function OfficerToday() {
  const { data: today } = useRead('GET /desk/today', {});
  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Title title="Ma journée" />
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {today === undefined ? '' : format.weekDay(today.day)}
      </Typography>
      <RowList
        title="Demandes d’exercice de droits"
        none="Aucune demande à traiter."
        {...useRead('GET /desk/privacy/requests', { state: 'open' })}
      >
        {(request) => <RequestRow request={request} />}
      </RowList>
      {today !== undefined && <TodayLines today={today} query={{}} />}
    </Box>
  );
}
