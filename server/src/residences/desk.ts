import type { App } from '../http/app-type.ts';
import { deskAllAnnouncementsRoute } from './desk-all-announcements.ts';
import { deskAnnouncementRoutes } from './desk-announcements.ts';
import type { DeskResidencesDeps } from './desk-deps.ts';
import { deskEstablishmentRoutes } from './desk-establishments.ts';
import { deskGroupRoutes } from './desk-groups.ts';
import { deskImportRoutes } from './desk-import.ts';
import { deskPublicRoutes } from './desk-public.ts';
import { deskStaffRoutes } from './desk-staff.ts';

/** What the back office calls about residences, in the guarded scope of the desk. */
export function deskResidenceRoutes(scope: App, deps: DeskResidencesDeps): void {
  deskGroupRoutes(scope, deps);
  deskEstablishmentRoutes(scope, deps);
  deskStaffRoutes(scope, deps);
  deskAnnouncementRoutes(scope, deps);
  deskAllAnnouncementsRoute(scope, deps);
  deskPublicRoutes(scope, deps);
  deskImportRoutes(scope, deps);
}
