import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { textsOf, translate } from '../i18n/texts.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { CallerFieldsPage } from './CallerFieldsPage.tsx';
import { CallerList } from './CallerList.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { DeliveryShow } from './DeliveryShow.tsx';
import { EndpointList } from './EndpointList.tsx';
import { MailList } from './MailList.tsx';
import { PartnerList } from './PartnerList.tsx';

const t = textsOf('integrations.tabs');

const tabs = [
  { to: '/integrations', text: t('callers') },
  { to: '/integrations/endpoints', text: t('endpoints') },
  { to: '/integrations/deliveries', text: t('deliveries') },
  { to: '/integrations/partners', text: t('partners') },
  { to: '/integrations/mails', text: t('mails') },
];

/** Callers, endpoints, deliveries, partners and mails, each in a tab. */
export function IntegrationsPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="accueil.menu.integrations" />
      <RouteTabs label={translate('accueil.menu.integrations')} tabs={tabs} />
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
