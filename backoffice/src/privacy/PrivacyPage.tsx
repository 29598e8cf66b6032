import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { useRight } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { PrivacyEntry } from './entry/PrivacyEntry.tsx';
import { FindPage } from './find/FindPage.tsx';
import { Seen } from './find/Seen.tsx';
import { useFinding } from './find/use-finding.ts';
import { HoldList } from './holds/HoldList.tsx';
import { PendingPage } from './pending/PendingPage.tsx';
import { RegisterPage } from './register/RegisterPage.tsx';
import { RequestList } from './requests/RequestList.tsx';
import { RequestShow } from './requests/RequestShow.tsx';
import { RetentionPage } from './retention/RetentionPage.tsx';

const auditTab = { to: '/privacy/audit', text: 'Journal' };
const tabs = [
  { to: '/privacy', text: 'Personne' },
  { to: '/privacy/requests', text: 'Droits' },
  { to: '/privacy/pending', text: 'À effacer' },
  { to: '/privacy/holds', text: 'Gels' },
  { to: '/privacy/retention', text: 'Durées' },
  { to: '/privacy/register', text: 'Registre' },
  { to: '/privacy/seen', text: 'Consultations' },
];

/** Personal data: searches for a person, requests, holds, retention and the register, each in a tab. */
export function PrivacyPage() {
  const hasUsersPage = useRight('users');
  // Here, so that what was found is still there after a look at an entry. Never in the address: that is logged.
  const finding = useFinding();
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Vie privée" />
      <RouteTabs
        label="Vie privée"
        // Where there is a page of the users, the trail is there.
        tabs={hasUsersPage ? tabs : [...tabs, auditTab]}
      />
      <Routes>
        <Route path="/" element={<FindPage finding={finding} />} />
        <Route path="/entries/:id" element={<PrivacyEntry />} />
        <Route path="/requests" element={<RequestList />} />
        <Route path="/requests/:id" element={<RequestShow />} />
        <Route path="/pending" element={<PendingPage />} />
        <Route path="/holds" element={<HoldList />} />
        <Route path="/retention" element={<RetentionPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/seen" element={<Seen />} />
        <Route path="/audit" element={<AuditList />} />
        <Route path="*" element={<Navigate to="/privacy" replace />} />
      </Routes>
    </Box>
  );
}
