import { announcementRoutes } from './announcements.ts';
import { establishmentRoutes, showPublicEstablishment } from './establishments.ts';
import { groupRoutes } from './groups.ts';
import { importRoutes } from './import.ts';
import { staffRoutes } from './staff.ts';

export const residenceRoutes = [
  ...groupRoutes,
  ...establishmentRoutes,
  ...staffRoutes,
  ...announcementRoutes,
  showPublicEstablishment,
  ...importRoutes,
] as const;
