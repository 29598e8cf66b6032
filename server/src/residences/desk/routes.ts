import { establishmentRoutes, showPublicEstablishment } from './establishments.ts';
import { groupRoutes } from './groups.ts';
import { importRoutes } from './import.ts';
import { partRoutes } from './parts.ts';

export const residenceRoutes = [
  ...groupRoutes,
  ...establishmentRoutes,
  ...partRoutes,
  showPublicEstablishment,
  ...importRoutes,
] as const;
