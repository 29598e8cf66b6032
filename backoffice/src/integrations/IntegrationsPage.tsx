import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { CallerFieldsPage } from './CallerFieldsPage.tsx';
import { CallerList } from './CallerList.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { DeliveryShow } from './DeliveryShow.tsx';
import { EndpointList } from './EndpointList.tsx';
import { MailList } from './MailList.tsx';
import { PartnerList } from './PartnerList.tsx';

const tabs = [
  { to: '/integrations', text: 'Sites et prestataires' },
  { to: '/integrations/endpoints', text: 'Webhooks' },
  { to: '/integrations/deliveries', text: 'Envois aux sites' },
  { to: '/integrations/partners', text: 'Partenaires' },
  { to: '/integrations/mails', text: 'E-mails' },
];

/** Callers, endpoints, deliveries, partners and mails, each in a tab. */
export function IntegrationsPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Intégrations" />
      <RouteTabs label="Intégrations" tabs={tabs} />
      <Routes>
        <Route path="/" element={<CallerList />} />
        <Route path="/callers/:id" element={<CallerFieldsPage />} />
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
