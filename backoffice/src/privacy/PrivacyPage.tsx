import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { translate } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { PrivacyEntry } from './entry/PrivacyEntry.tsx';
import { FindPage } from './find/FindPage.tsx';
import { useFinding } from './find/use-finding.ts';
import { HoldList } from './holds/HoldList.tsx';
import { PendingPage } from './pending/PendingPage.tsx';
import { RegisterPage } from './register/RegisterPage.tsx';
import { RequestList } from './requests/RequestList.tsx';
import { RequestShow } from './requests/RequestShow.tsx';
import { RetentionPage } from './retention/RetentionPage.tsx';

const tabs = [
  { to: '/privacy', text: 'find' },
  { to: '/privacy/requests', text: 'requests' },
  { to: '/privacy/pending', text: 'pending' },
  { to: '/privacy/holds', text: 'holds' },
  { to: '/privacy/retention', text: 'retention' },
  { to: '/privacy/register', text: 'register' },
  { to: '/privacy/audit', text: 'audit' },
] as const;

/** Personal data: searches for a person, requests, holds, retention and the register, each in a tab. */
export function PrivacyPage() {
  const { pathname } = useLocation();
  const hasUsersPage = useRight('users');
  // Here, so that what was found is still there after a look at an entry. Never in the address: that is logged.
  const finding = useFinding();
  const open = tabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="accueil.menu.privacy" />
      <RouteTabs
        label={translate('accueil.menu.privacy')}
        open={open?.to ?? tabs[0].to}
        // Where there is a page of the users, the trail is there.
        tabs={tabs
          .filter(({ text }) => text !== 'audit' || !hasUsersPage)
          .map(({ to, text }) => ({ to, text: translate(`accueil.privacy.tabs.${text}`) }))}
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
        <Route path="/audit" element={<AuditList />} />
        <Route path="*" element={<Navigate to="/privacy" replace />} />
      </Routes>
    </Box>
  );
}
