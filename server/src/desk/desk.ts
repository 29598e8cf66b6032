import type { App } from '../http/app-type.ts';
import { guardDesk } from '../http/desk-access.ts';
import { serveDesk } from '../http/serve-desk.ts';
import { validateStrictly } from '../http/validation.ts';
import { bulkRoute } from './acts/bulk.ts';
import { choiceRoutes } from './acts/choices.ts';
import { createRoutes } from './acts/create.ts';
import { calendarFileRoute } from './agenda/calendar-file.ts';
import { changeRoutes } from './changes.ts';
import type { DeskDeps } from './deps.ts';
import { entryRoutes } from './entries/entries.ts';
import { serveDeskOpenApi } from './openapi.ts';
import { deskRoutes } from './routes.ts';
import { forgottenPasswordRoutes } from './session/forgotten-password.ts';
import { sessionRoutes } from './session/session.ts';
import { todayRoute } from './today/today.ts';

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
    serveDesk(scope, deps, deskRoutes);
    addRoutes(scope);
    createRoutes(scope, deps);
    choiceRoutes(scope, deps);
    bulkRoute(scope, deps);
    entryRoutes(scope, deps);
    todayRoute(scope, deps);
    calendarFileRoute(scope, deps);
  });
}
