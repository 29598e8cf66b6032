import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { useLocation } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { translate } from '../i18n/texts.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { UserList } from './UserList.tsx';

const tabs = [
  { to: '/users', text: 'users' },
  { to: '/users/audit', text: 'audit' },
] as const;

/** The users, and what they and commands did. */
export function UsersPage() {
  const { pathname } = useLocation();
  const open = tabs.find(({ to }) => to === pathname) ?? tabs[0];
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="accueil.menu.users" />
      <RouteTabs
        label={translate('accueil.menu.users')}
        open={open.to}
        tabs={tabs.map(({ to, text }) => ({ to, text: translate(`accueil.menu.${text}`) }))}
      />
      {open.text === 'users' ? <UserList /> : <AuditList />}
    </Box>
  );
}
