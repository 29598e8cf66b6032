import { actRoutes } from './acts/acts.ts';
import { listAppointments } from './agenda/agenda.ts';
import { calendarRoutes } from './agenda/calendars.ts';
import { listAudit } from './audit.ts';
import { followUpRoutes } from './follow-up/routes.ts';
import { callerRoutes } from './integrations/callers.ts';
import { deliveryRoutes } from './integrations/deliveries.ts';
import { endpointRoutes } from './integrations/endpoints.ts';
import { mailRoutes } from './integrations/mails.ts';
import { partnerRoutes } from './integrations/partners.ts';
import { awayRoutes } from './session/away.ts';
import { mailPreferenceRoutes } from './session/mail-preference.ts';
import { settingsRoutes } from './settings/settings.ts';
import { listComingErasures } from './today/retention-coming.ts';
import { userRoutes } from './users/users.ts';

/** The routes of the desk, as data. */
export const deskRoutes = [
  ...awayRoutes,
  ...mailPreferenceRoutes,
  ...callerRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
  ...partnerRoutes,
  ...userRoutes,
  ...settingsRoutes,
  listAudit,
  ...actRoutes,
  ...followUpRoutes,
  listAppointments,
  ...calendarRoutes,
  listComingErasures,
] as const;
