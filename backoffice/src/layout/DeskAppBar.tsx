import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import {
  Box,
  IconButton,
  Link,
  ListItemIcon,
  ListItemText,
  MenuItem,
  type Theme,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
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
import { Link as RouterLink, useLocation } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import type { EntryKind } from '../api/enumerations.ts';
import type { Query } from '../api/list-query.ts';
import { type ArrivedName, type News, useLiveUpdates } from '../api/use-live-updates.ts';
import { entryPath } from '../entries/entry.ts';
import { SearchBar } from '../search/SearchBar.tsx';
import { useShortcuts } from '../ui/use-page-keys.ts';

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
    <MenuItem component={RouterLink} to={to} onClick={menu?.onClose}>
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

const newestFirst = { status: 'new', sort: 'received', order: 'desc', limit: 1 } as const;

/** Where entries that arrive are listed, and how the newest of them is found. */
const places: Readonly<
  Record<ArrivedName, { readonly list: string; readonly kind: EntryKind; readonly query: Query }>
> = {
  leads: { list: '/leads', kind: 'commercial', query: {} },
  contact: { list: '/surveys', kind: 'survey', query: { type: 'survey.type.contact' } },
  complaint: { list: '/surveys/complaints', kind: 'survey', query: { type: 'survey.type.complaint' } },
  survey: { list: '/surveys/satisfaction', kind: 'survey', query: { type: 'survey.type.survey' } },
  applications: { list: '/applications', kind: 'postuler', query: {} },
};
interface Notice {
  readonly text: string;
  /** The address of what has arrived. */
  readonly to?: string;
}

/**
 * Shows in the bar what has arrived, with a link to it, until it is opened or for a while: the numbers of the menu stay. There
 * it covers nothing, and moves nothing.
 */
function NewsNotice() {
  const [notice, setNotice] = useState<Notice>();
  const { pathname } = useLocation();
  useLiveUpdates((news) => {
    const text = textOf(news);
    if (text !== undefined) void linkTo(news).then((link) => setNotice({ text, ...link }));
  });
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = window.setTimeout(() => setNotice(undefined), notice.to === undefined ? 8_000 : 20_000);
    return () => window.clearTimeout(timer);
  }, [notice]);
  const isOver = notice === undefined || notice.to === pathname;
  return (
    <Box role="status" className="screen-only" sx={{ minWidth: 0, mx: 1, lineHeight: 1.3 }}>
      {isOver ? null : notice.to === undefined ? (
        notice.text
      ) : (
        <Link
          component={RouterLink}
          to={notice.to}
          onClick={() => setNotice(undefined)}
          sx={{ display: 'inline-block', py: 1.5, fontWeight: 600 }}
        >
          {notice.text}
        </Link>
      )}
    </Box>
  );
}

/** The address of the entry that has arrived, or of the list that has several. */
async function linkTo({ arrived }: News): Promise<Pick<Notice, 'to'>> {
  const [first] = arrived;
  if (first === undefined) return {};
  const { list, kind, query } = places[first.name];
  if (arrived.length > 1 || first.count > 1) return { to: list };
  try {
    const { data } = await request('GET /desk/entries', { kind, ...query, ...newestFirst });
    const [entry] = data;
    return { to: entry === undefined ? list : entryPath(entry) };
  } catch {
    return { to: list };
  }
}

const nouns: Readonly<Record<ArrivedName, readonly [one: string, many?: string]>> = {
  leads: ['demande'],
  contact: ['contact'],
  complaint: ['réclamation'],
  survey: ['avis', 'avis'],
  applications: ['candidature'],
};

function textOf({ arrived, entryHasChanged }: News): string | undefined {
  if (entryHasChanged) return 'Quelqu’un a modifié cette fiche : elle est à jour';
  if (arrived.length === 0) return undefined;
  const what = arrived.map(({ name, count }) => counted(count, ...nouns[name])).join(', ');
  return `Nouveau : ${what}`;
}

/** The headings of docs/guide.fr.md by the first part of a page's address. */
const sections: Readonly<Record<string, string>> = {
  leads: 'demandes',
  agenda: 'agenda',
  board: 'tableau-par-etape',
  surveys: 'contacts-et-avis',
  applications: 'candidatures',
  statistics: 'statistiques',
  password: 'se-connecter',
  mail: 'se-connecter',
};

/** Opens the guide for staff at the section of the page; on « Ma journée » the page for a first morning. */
function HelpButton() {
  const [, name = '', id] = useLocation().pathname.split('/');
  const section =
    name === 'leads' && id !== undefined && id !== 'create'
      ? 'une-demande'
      : (sections[name] ?? 'residences-utilisateurs-et-reglages');
  return (
    <Tooltip title="Aide">
      <IconButton
        color="inherit"
        href={name === '' ? 'commencer' : `guide#${section}`}
        target="_blank"
        rel="noopener"
        aria-label="Aide"
      >
        <HelpOutlined />
      </IconButton>
    </Tooltip>
  );
}
