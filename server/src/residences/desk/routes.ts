import type { App } from '../../http/app-type.ts';
import { deskAllAnnouncementsRoute } from './all-announcements.ts';
import { deskAnnouncementRoutes } from './announcements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { deskEstablishmentRoutes } from './establishments.ts';
import { deskGroupRoutes } from './groups.ts';
import { deskImportRoutes } from './import.ts';
import { deskPublicRoutes } from './public.ts';
import { deskStaffRoutes } from './staff.ts';

/** The desk's routes for residences, within its guarded scope. */
export function deskResidenceRoutes(scope: App, deps: DeskResidencesDeps): void {
  deskGroupRoutes(scope, deps);
  deskEstablishmentRoutes(scope, deps);
  deskStaffRoutes(scope, deps);
  deskAnnouncementRoutes(scope, deps);
  deskAllAnnouncementsRoute(scope, deps);
  deskPublicRoutes(scope, deps);
  deskImportRoutes(scope, deps);
}
