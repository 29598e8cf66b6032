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
import { type MenuPage, menuOf, type PageName } from './menu.ts';

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
export function useSections(): readonly (MenuPage & { readonly icon: ReactElement })[] {
  const { permissions = [] } = usePermissions<readonly Right[]>();
  return menuOf(permissions).map((page) => ({ ...page, icon: icons[page.name] }));
}
