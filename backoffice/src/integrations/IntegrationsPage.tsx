import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { translate } from '../i18n/texts.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { CallerList } from './CallerList.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { DeliveryShow } from './DeliveryShow.tsx';
import { EndpointList } from './EndpointList.tsx';
import { MailList } from './MailList.tsx';
import { PartnerList } from './PartnerList.tsx';

const tabs = [
  { to: '/integrations', text: 'callers' },
  { to: '/integrations/endpoints', text: 'endpoints' },
  { to: '/integrations/deliveries', text: 'deliveries' },
  { to: '/integrations/partners', text: 'partners' },
  { to: '/integrations/mails', text: 'mails' },
] as const;

/** Callers, endpoints, deliveries, partners and mails, each in a tab. */
export function IntegrationsPage() {
  const { pathname } = useLocation();
  const open = tabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="accueil.menu.integrations" />
      <RouteTabs
        label={translate('accueil.menu.integrations')}
        open={open?.to ?? tabs[0].to}
        tabs={tabs.map(({ to, text }) => ({ to, text: translate(`accueil.integrations.tabs.${text}`) }))}
      />
      <Routes>
        <Route path="/" element={<CallerList />} />
        <Route path="/endpoints" element={<EndpointList />} />
        <Route path="/deliveries" element={<DeliveryList />} />
        <Route path="/deliveries/:id" element={<DeliveryShow />} />
        <Route path="/partners" element={<PartnerList />} />
        <Route path="/mails" element={<MailList />} />
        <Route path="*" element={<Navigate to="/integrations" replace />} />
      </Routes>
    </Box>
  );
}
