import AdsClickOutlined from '@mui/icons-material/AdsClickOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ContactPageOutlined from '@mui/icons-material/ContactPageOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import TodayOutlined from '@mui/icons-material/TodayOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import WorkOutlined from '@mui/icons-material/WorkOutlined';
import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import { Menu, usePermissions, useTranslate } from 'react-admin';
import { useCounts } from '../api/queries.ts';
import type { Counts, Right } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { visuallyHidden } from '../ui/visually-hidden.ts';

interface Item {
  readonly to: string;
  readonly text: string;
  readonly icon: ReactElement;
  readonly right: Right;
}

const items: readonly Item[] = [
  { to: '/', text: 'today', icon: <TodayOutlined />, right: 'entries.read' },
  { to: '/agenda', text: 'agenda', icon: <CalendarMonthOutlined />, right: 'entries.read' },
  { to: '/look-up', text: 'lookUp', icon: <PersonSearchOutlined />, right: 'entries.look-up' },
  { to: '/leads', text: 'leads', icon: <ContactPageOutlined />, right: 'entries.read' },
  { to: '/board', text: 'board', icon: <ViewKanbanOutlined />, right: 'entries.read' },
  { to: '/surveys', text: 'surveys', icon: <ForumOutlined />, right: 'entries.read' },
  { to: '/orientations', text: 'orientations', icon: <HandshakeOutlined />, right: 'entries.read' },
  { to: '/applications', text: 'applications', icon: <WorkOutlined />, right: 'applications.read' },
  { to: '/establishments', text: 'residences', icon: <DomainOutlined />, right: 'residences.read' },
  { to: '/statistics', text: 'statistics', icon: <AssessmentOutlined />, right: 'statistics.read' },
  { to: '/integrations', text: 'integrations', icon: <HubOutlined />, right: 'integrations' },
  { to: '/conversions', text: 'conversions', icon: <AdsClickOutlined />, right: 'conversions' },
  { to: '/users', text: 'users', icon: <GroupOutlined />, right: 'users' },
  { to: '/audit', text: 'audit', icon: <FactCheckOutlined />, right: 'audit' },
  { to: '/privacy', text: 'privacy', icon: <PrivacyTipOutlined />, right: 'privacy' },
];

/** The pages that the user may open. */
export function DeskMenu() {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<readonly Right[]>();
  const counts = useCounts(permissions.includes('entries.read'));
  return (
    <Menu>
      {items
        .filter(({ right }) => permissions.includes(right))
        // Users who may read entries search in their lists.
        .filter(({ to }) => to !== '/look-up' || !permissions.includes('entries.read'))
        .map(({ to, text, icon }) => (
          <Menu.Item
            key={to}
            to={to}
            primaryText={
              <MenuText text={translate(`accueil.menu.${text}`)} waiting={waitingAt(to, counts)} />
            }
            leftIcon={icon}
          />
        ))}
    </Menu>
  );
}

/** How many entries wait on a page. */
function waitingAt(to: string, counts: Counts | undefined): number {
  switch (to) {
    case '/leads':
      return counts?.commercial.new ?? 0;
    case '/surveys':
      return counts?.survey.new ?? 0;
    case '/orientations':
      return counts?.orientations.waiting ?? 0;
    case '/applications':
      return counts?.postuler?.new ?? 0;
    default:
      return 0;
  }
}

const maxShown = 999;

interface MenuTextProps {
  readonly text: string;
  readonly waiting: number;
}

/** An item of the menu with the number of waiting entries. */
function MenuText({ text, waiting }: MenuTextProps) {
  const translate = useTranslate();
  const format = useFormat();
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
        {waiting > maxShown ? translate('accueil.queues.many') : format.number(waiting)}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {translate('accueil.queues.unread', { smart_count: waiting })}
      </Box>
    </Box>
  );
}
