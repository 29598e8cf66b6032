import { Box, Stack } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { PrivacyEntry } from './entry/PrivacyEntry.tsx';
import { FindPage } from './find/FindPage.tsx';
import { Seen } from './find/Seen.tsx';
import { useFinding } from './find/use-finding.ts';
import { PendingPage } from './pending/PendingPage.tsx';
import { RegisterPage } from './register/RegisterPage.tsx';
import { HoldList } from './requests/HoldList.tsx';
import { RequestList } from './requests/RequestList.tsx';
import { RequestShow } from './requests/RequestShow.tsx';
import { RetentionPage } from './retention/RetentionPage.tsx';

const tabs = [
  { to: '/privacy', text: 'Personne' },
  { to: '/privacy/requests', text: 'Droits' },
  { to: '/privacy/pending', text: 'À effacer' },
  { to: '/privacy/retention', text: 'Durées' },
  { to: '/privacy/register', text: 'Registre' },
  { to: '/privacy/audit', text: 'Journal' },
];

/** Personal data: searches for a person, requests and holds, retention, the register and the audit trail, each in a tab. */
export function PrivacyPage() {
  // Here, so that what was found is still there after a look at an entry. Never in the address: that is logged.
  const finding = useFinding();
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Vie privée" />
      <RouteTabs label="Vie privée" tabs={tabs} />
      <Routes>
        <Route path="/" element={<FindPage finding={finding} />} />
        <Route path="/entries/:id" element={<PrivacyEntry />} />
        <Route
          path="/requests"
          element={
            <Stack spacing={4}>
              <RequestList />
              <HoldList />
            </Stack>
          }
        />
        <Route path="/requests/:id" element={<RequestShow />} />
        <Route path="/pending" element={<PendingPage />} />
        <Route path="/retention" element={<RetentionPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route
          path="/audit"
          element={
            <Stack spacing={4}>
              <Seen />
              <AuditList />
            </Stack>
          }
        />
        <Route path="*" element={<Navigate to="/privacy" replace />} />
      </Routes>
    </Box>
  );
}
