import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ContactPageOutlined from '@mui/icons-material/ContactPageOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import TodayOutlined from '@mui/icons-material/TodayOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import WorkOutlined from '@mui/icons-material/WorkOutlined';
import {
  Alert,
  Badge,
  BottomNavigation,
  BottomNavigationAction,
  Box,
  Button,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  CheckForApplicationUpdate,
  Layout,
  type LayoutProps,
  Menu,
  usePermissions,
  useSidebarState,
} from 'react-admin';
import { Link, useLocation, useNavigationType } from 'react-router';
import { isServiceReachable, onReachabilityChange, request } from '../api/client.ts';
import { useCounts } from '../api/queries.ts';
import type { Right } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { SessionOverDialog } from '../session/SessionOverDialog.tsx';
import { Questions } from '../ui/Questions.tsx';
import { visuallyHidden } from '../ui/styles.ts';
import { DeskAppBar } from './DeskAppBar.tsx';
import { type MenuPage, menuOf, menuPageOf, type PageName, titleOf, waitingAt } from './menu.ts';
import { NoPage } from './NoPage.tsx';
import { usePrefetchPages } from './page.tsx';

/** The frame of every page after sign-in. */
export function DeskLayout({ children, ...props }: LayoutProps) {
  usePrefetchPages();
  useTopOfPage();
  useIconsWhereNarrow();
  const { permissions } = usePermissions<readonly Right[]>();
  const { pathname } = useLocation();
  const right = pathname === '/' ? undefined : menuPageOf(pathname)?.right;
  const isForOthers = right !== undefined && permissions?.includes(right) === false;
  return (
    <>
      <Layout {...props} appBar={DeskAppBar} menu={DeskMenu}>
        <NetworkNotice />
        {isForOthers ? <NoPage isForOthers /> : children}
        <CheckForApplicationUpdate />
        <DocumentTitle />
      </Layout>
      <BottomBar />
      <Questions />
      <SessionOverDialog />
    </>
  );
}

/** In a narrow or enlarged window the menu is icons alone, or closed on a phone, until it is opened. */
function useIconsWhereNarrow() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [, setOpen] = useSidebarState();
  const wasNarrow = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the window changes its width, not when the user opens it.
  useLayoutEffect(() => {
    if (isNarrow || wasNarrow.current) setOpen(!isNarrow);
    wasNarrow.current = isNarrow;
  }, [isNarrow]);
}

/** Begins a new page at its top, for the tab key too; the browser's « Back » returns to where one was. */
function useTopOfPage() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page scrolls, not another value.
  useEffect(() => {
    if (isBack) return;
    window.scrollTo(0, 0);
    const content = document.getElementById('main-content');
    if (content === null || document.activeElement !== document.body) return;
    // As react-admin's link « Aller au contenu » does.
    content.tabIndex = -1;
    content.focus();
    content.blur();
    content.removeAttribute('tabIndex');
  }, [pathname]);
}

/** The pages that the user may open. */
function DeskMenu() {
  const counts = useCounts();
  return (
    <Menu>
      {useSections().map(({ to, text, icon }) => (
        <Menu.Item
          key={to}
          to={to}
          primaryText={<MenuText text={text} waiting={waitingAt(to, counts)} />}
          leftIcon={icon}
        />
      ))}
    </Menu>
  );
}

const icons: Readonly<Record<PageName, ReactElement>> = {
  today: <TodayOutlined />,
  agenda: <CalendarMonthOutlined />,
  newLead: <PersonAddOutlined />,
  leads: <ContactPageOutlined />,
  board: <ViewKanbanOutlined />,
  surveys: <ForumOutlined />,
  applications: <WorkOutlined />,
  residences: <DomainOutlined />,
  statistics: <AssessmentOutlined />,
  integrations: <HubOutlined />,
  users: <GroupOutlined />,
  privacy: <PrivacyTipOutlined />,
};

/** The pages that the user may open, each with its icon. */
function useSections(): readonly (MenuPage & { readonly icon: ReactElement })[] {
  const { permissions = [] } = usePermissions<readonly Right[]>();
  return menuOf(permissions).map((page) => ({ ...page, icon: icons[page.name] }));
}

const maxShown = 999;

interface MenuTextProps {
  readonly text: string;
  readonly waiting: number;
}

/** An item of the menu with the number of waiting entries. */
function MenuText({ text, waiting }: MenuTextProps) {
  if (waiting === 0) return text;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {text}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          px: 0.75,
          borderRadius: 2,
          fontSize: '0.75rem',
          lineHeight: 1.6,
          fontWeight: 600,
          color: 'text.primary',
          bgcolor: 'action.selected',
        }}
      >
        {format.total({ count: Math.min(waiting, maxShown), exact: waiting <= maxShown })}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {`${waiting} à traiter`}
      </Box>
    </Box>
  );
}

const retryEveryMs = 10_000;

/** Says that the service can't be reached, for as long as it can't. */
function NetworkNotice() {
  const queryClient = useQueryClient();
  const isOnline = useSyncExternalStore(onReachabilityChange, isServiceReachable);
  const hasNetwork = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const isCutOff = !isOnline || !hasNetwork;
  useEffect(() => {
    if (!isCutOff) return undefined;
    const again = () => void tryAgain(queryClient);
    const timer = window.setInterval(again, retryEveryMs);
    window.addEventListener('online', again);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isCutOff, queryClient]);
  if (!isCutOff) return null;
  return (
    <Alert
      severity="warning"
      className="screen-only"
      // In sight wherever the page is scrolled to.
      sx={{ mt: 1, position: 'sticky', top: 56, zIndex: 'appBar' }}
      action={
        <Button color="inherit" onClick={() => void tryAgain(queryClient)}>
          Réessayer
        </Button>
      }
    >
      Pas de réseau, ou le service ne répond pas. Ce qui est affiché peut dater ; ce que vous saisissez est
      conservé.
    </Alert>
  );
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

/** Asks the service for an answer, and then for everything on the page that failed. */
async function tryAgain(queryClient: QueryClient): Promise<void> {
  try {
    await request('GET /desk/session');
  } catch {
    return;
  }
  // Queries that wait for the browser's own opinion of the network go on.
  onlineManager.setOnline(true);
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Names the tab after the heading, wherever the page sets it. */
function DocumentTitle() {
  const { pathname } = useLocation();
  const heading = useHeading();
  const title = titleOf(pathname, heading, useCounts());
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** The text of the page's heading, as it is now. */
function useHeading(): string {
  const [heading, setHeading] = useState('');
  useEffect(() => {
    const element = document.getElementById('react-admin-title');
    if (element === null) return undefined;
    const read = () => setHeading(element.textContent.trim());
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return heading;
}

/** On a phone: the first pages of the menu, which are those of every day, and the menu itself, below the thumb. */
function BottomBar() {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isMenuOpen, setMenuOpen] = useSidebarState();
  const { pathname } = useLocation();
  const counts = useCounts();
  const pages = useSections().slice(0, 3);
  if (!isPhone) return null;
  return (
    <>
      {/* The end of the page can be scrolled above the bar. */}
      <Box className="screen-only" sx={{ height: 72 }} />
      <Box
        component="nav"
        aria-label="Tous les jours"
        className="screen-only"
        sx={{
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 'appBar',
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          pb: 'env(safe-area-inset-bottom)',
        }}
      >
        <BottomNavigation
          showLabels
          value={menuPageOf(pathname)?.to ?? ''}
          sx={{
            bgcolor: 'transparent',
            '& .MuiBottomNavigationAction-root': { minWidth: 0, px: 0.5 },
            '& .MuiBottomNavigationAction-label': { whiteSpace: 'nowrap' },
          }}
        >
          {pages.map(({ to, text, icon }) => (
            <BottomNavigationAction
              key={to}
              component={Link}
              to={to}
              value={to}
              label={text}
              icon={
                <Badge badgeContent={to === '/leads' ? counts?.leads.toCall : 0} color="primary">
                  {icon}
                </Badge>
              }
            />
          ))}
          <BottomNavigationAction
            value="menu"
            label="Menu"
            aria-expanded={isMenuOpen}
            icon={<MenuIcon />}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </BottomNavigation>
      </Box>
    </>
  );
}
