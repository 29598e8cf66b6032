import { printAnswer } from '../letters/printed-answer.ts';
import { templateRoutes } from '../letters/templates.ts';
import { showWriting } from '../letters/writing.ts';
import { actRoutes } from './acts/acts.ts';
import { actOnSeveral } from './acts/bulk.ts';
import { choiceRoutes } from './acts/choices.ts';
import { createRoutes } from './acts/create.ts';
import { letterRoutes } from './acts/letters.ts';
import { listTyped } from './acts/typed.ts';
import { listAppointments } from './agenda/appointments.ts';
import { calendarRoutes } from './agenda/calendars.ts';
import { listAudit } from './audit.ts';
import { entryRoutes } from './entries/entries.ts';
import { refusedRoutes } from './entries/refused.ts';
import { assignmentRoutes } from './follow-up/assignment.ts';
import { targetRoutes } from './follow-up/targets.ts';
import { callerFieldRoutes } from './integrations/caller-fields.ts';
import { callerRoutes } from './integrations/callers.ts';
import { deliveryRoutes } from './integrations/deliveries.ts';
import { endpointRoutes } from './integrations/endpoints.ts';
import { mailRoutes } from './integrations/mails.ts';
import { partnerRoutes } from './integrations/partners.ts';
import { awayRoutes } from './session/away.ts';
import { mailPreferenceRoutes } from './session/mail-preference.ts';
import { sessionRoutes } from './session/session.ts';
import { totpRoutes } from './session/totp.ts';
import { settingsRoutes } from './settings/settings.ts';
import { keepEntry, listComingErasures } from './today/retention-coming.ts';
import { showToday } from './today/today.ts';
import { userRoutes } from './users/users.ts';

export const deskRoutes = [
  ...sessionRoutes,
  ...totpRoutes,
  ...awayRoutes,
  ...mailPreferenceRoutes,
  ...callerRoutes,
  ...callerFieldRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
  ...partnerRoutes,
  ...userRoutes,
  ...settingsRoutes,
  listAudit,
  ...createRoutes,
  listTyped,
  ...choiceRoutes,
  actOnSeveral,
  ...entryRoutes,
  showToday,
  ...actRoutes,
  showWriting,
  printAnswer,
  ...letterRoutes,
  ...templateRoutes,
  ...assignmentRoutes,
  ...targetRoutes,
  listAppointments,
  ...calendarRoutes,
  keepEntry,
  listComingErasures,
  ...refusedRoutes,
] as const;
