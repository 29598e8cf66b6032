import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Route, Routes } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { UserList } from './UserList.tsx';

const tabs = [
  { to: '/users', text: 'Utilisateurs' },
  { to: '/users/audit', text: 'Journal' },
];

export function UsersPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Utilisateurs" />
      <RouteTabs label="Utilisateurs" tabs={tabs} />
      <Routes>
        <Route path="/audit" element={<AuditList />} />
        <Route path="*" element={<UserList />} />
      </Routes>
    </Box>
  );
}
