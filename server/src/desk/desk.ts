import type { App } from '../http/app-type.ts';
import { guardDesk } from '../http/desk-access.ts';
import { serveDesk } from '../http/serve-desk.ts';
import { validateStrictly } from '../http/validation.ts';
import { actRoutes } from './acts/acts.ts';
import { agendaRoute } from './agenda/agenda.ts';
import { calendarRoutes } from './agenda/calendars.ts';
import { auditRoutes } from './audit.ts';
import { changeRoutes } from './changes.ts';
import type { DeskDeps } from './deps.ts';
import { entryRoutes } from './entries/entries.ts';
import { followUpRoutes } from './follow-up/routes.ts';
import { serveDeskOpenApi } from './openapi.ts';
import { deskRoutes } from './routes.ts';
import { awayRoutes } from './session/away.ts';
import { forgottenPasswordRoutes } from './session/forgotten-password.ts';
import { mailPreferenceRoutes } from './session/mail-preference.ts';
import { sessionRoutes } from './session/session.ts';
import { settingsRoutes } from './settings/settings.ts';
import { retentionComingRoute } from './today/retention-coming.ts';
import { todayRoute } from './today/today.ts';
import { userRoutes } from './users/users.ts';

/**
 * Registers everything below `/desk`, which the back office calls, in its own scope. `addRoutes` adds the routes of other
 * features to it.
 */
export async function openDesk(app: App, deps: DeskDeps, addRoutes: (scope: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    validateStrictly(scope, deps.wireNames);
    const sessionCookie = await guardDesk(scope, deps);
    serveDeskOpenApi(scope, deps);
    sessionRoutes(scope, { ...deps, sessionCookie });
    changeRoutes(scope, { ...deps, sessionCookie });
    forgottenPasswordRoutes(scope, deps);
    awayRoutes(scope, deps);
    mailPreferenceRoutes(scope, deps);
    serveDesk(scope, deps, deskRoutes);
    userRoutes(scope, deps);
    settingsRoutes(scope, deps);
    auditRoutes(scope, deps);
    addRoutes(scope);
    actRoutes(scope, deps);
    followUpRoutes(scope, deps);
    entryRoutes(scope, deps);
    todayRoute(scope, deps);
    agendaRoute(scope, deps);
    calendarRoutes(scope, deps);
    retentionComingRoute(scope, deps);
  });
}
