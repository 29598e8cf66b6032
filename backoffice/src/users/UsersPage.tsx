import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Route, Routes } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { textsOf } from '../i18n/texts.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { UserList } from './UserList.tsx';

const t = textsOf('menu');

const tabs = [
  { to: '/users', text: t('users') },
  { to: '/users/audit', text: t('audit') },
];

export function UsersPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="accueil.menu.users" />
      <RouteTabs label={t('users')} tabs={tabs} />
      <Routes>
        <Route path="/audit" element={<AuditList />} />
        <Route path="*" element={<UserList />} />
      </Routes>
    </Box>
  );
}
