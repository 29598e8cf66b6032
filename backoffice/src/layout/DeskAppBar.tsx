import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import { ListItemIcon, ListItemText, MenuItem, type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AppBar,
  LoadingIndicator,
  Logout,
  TitlePortal,
  UserMenu,
  useGetIdentity,
  useTheme,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router';
import { SearchBar } from '../search/SearchBar.tsx';
import { useShortcuts } from '../ui/use-page-keys.ts';
import { HelpButton } from './HelpButton.tsx';
import { NewsNotice } from './NewsNotice.tsx';

/** The bar above every page. The theme is in the user's menu: a phone has no room for more. */
export function DeskAppBar() {
  return (
    <AppBar toolbar={<LoadingIndicator aria-label="Chargement" />} userMenu={<DeskUserMenu />}>
      <TitlePortal component="h1" />
      <NewsNotice />
      <SearchBar />
      <HelpButton />
    </AppBar>
  );
}

function DeskUserMenu() {
  const { identity } = useGetIdentity();
  // On a phone react-admin takes the key of a text alone.
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <UserMenu label={(isPhone ? undefined : identity?.fullName) ?? 'ra.auth.user_menu'}>
      <LinkItem to="/password" icon={<KeyOutlined fontSize="small" />} text="Mon mot de passe" />
      <LinkItem to="/mail" icon={<MailOutlined fontSize="small" />} text="Mes e-mails" />
      <ThemeItem />
      <ShortcutsItem />
      <Logout />
    </UserMenu>
  );
}

interface LinkItemProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly text: string;
}

/** A page in the user's menu. */
function LinkItem({ to, icon, text }: LinkItemProps) {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={to} onClick={menu?.onClose}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
    </MenuItem>
  );
}

/** Switches between light and dark. The system's preference is the default. */
function ThemeItem() {
  const menu = useUserMenu();
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const [chosen, setTheme] = useTheme();
  const isDark = (chosen ?? (prefersDark ? 'dark' : 'light')) === 'dark';
  return (
    <MenuItem
      onClick={() => {
        menu?.onClose();
        setTheme(isDark ? 'light' : 'dark');
      }}
    >
      <ListItemIcon>
        {isDark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
      </ListItemIcon>
      <ListItemText>{isDark ? 'Affichage clair' : 'Affichage sombre'}</ListItemText>
    </MenuItem>
  );
}

/** Letters that press controls can be switched off. */
function ShortcutsItem() {
  const menu = useUserMenu();
  const [isOn, setOn] = useShortcuts();
  return (
    <MenuItem
      onClick={() => {
        menu?.onClose();
        setOn(!isOn);
      }}
    >
      <ListItemIcon>
        <KeyboardOutlined fontSize="small" />
      </ListItemIcon>
      <ListItemText>
        {isOn ? 'Désactiver les raccourcis clavier' : 'Activer les raccourcis clavier'}
      </ListItemText>
    </MenuItem>
  );
}
