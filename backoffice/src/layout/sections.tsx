import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ContactPageOutlined from '@mui/icons-material/ContactPageOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import TodayOutlined from '@mui/icons-material/TodayOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import WorkOutlined from '@mui/icons-material/WorkOutlined';
import type { ReactElement } from 'react';
import { usePermissions } from 'react-admin';
import type { Right } from '../api/responses.ts';

/** A page of the menu, with those below its address. */
export interface Section {
  readonly to: string;
  /** The key of its text in `accueil.menu`. */
  readonly text: string;
  readonly icon: ReactElement;
  readonly right: Right;
}

/** In the menu of users who may write a lead down and read none: it is where they start. */
const newLeadPath = '/leads/create';

/** The pages of the menu. */
const sections: readonly Section[] = [
  { to: '/', text: 'today', icon: <TodayOutlined />, right: 'today' },
  { to: '/agenda', text: 'agenda', icon: <CalendarMonthOutlined />, right: 'entries.read' },
  { to: newLeadPath, text: 'newLead', icon: <PersonAddOutlined />, right: 'entries.create' },
  { to: '/leads', text: 'leads', icon: <ContactPageOutlined />, right: 'entries.read' },
  { to: '/board', text: 'board', icon: <ViewKanbanOutlined />, right: 'entries.read' },
  { to: '/surveys', text: 'surveys', icon: <ForumOutlined />, right: 'entries.read' },
  { to: '/applications', text: 'applications', icon: <WorkOutlined />, right: 'applications.read' },
  { to: '/establishments', text: 'residences', icon: <DomainOutlined />, right: 'residences.read' },
  { to: '/statistics', text: 'statistics', icon: <AssessmentOutlined />, right: 'statistics.read' },
  { to: '/integrations', text: 'integrations', icon: <HubOutlined />, right: 'integrations' },
  { to: '/users', text: 'users', icon: <GroupOutlined />, right: 'users' },
  { to: '/privacy', text: 'privacy', icon: <PrivacyTipOutlined />, right: 'privacy' },
];

/** The pages that the user may open, at most eleven. Users who may read leads have a button above their list for a new one. */
export function useSections(): readonly Section[] {
  const { permissions = [] } = usePermissions<readonly Right[]>();
  return sections.filter(
    ({ to, right }) =>
      permissions.includes(right) && (to !== newLeadPath || !permissions.includes('entries.read')),
  );
}

/** The section of an address; undefined for pages of the user's own menu. */
export function sectionOf(pathname: string): Section | undefined {
  if (pathname === '/') return sections[0];
  return sections.find(({ to }) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)));
}
