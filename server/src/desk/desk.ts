import type { App } from '../http/app-type.ts';
import { guardDesk } from '../http/desk-access.ts';
import { validateStrictly } from '../http/validation.ts';
import { actRoutes } from './acts/acts.ts';
import { auditRoutes } from './audit.ts';
import { callerRoutes } from './callers.ts';
import { changeRoutes } from './changes.ts';
import { deliveryRoutes } from './deliveries.ts';
import type { DeskDeps } from './deps.ts';
import { endpointRoutes } from './endpoints.ts';
import { entryRoutes } from './entries/entries.ts';
import { mailPreferenceRoutes } from './mail-preference.ts';
import { mailRoutes } from './mails.ts';
import { serveDeskOpenApi } from './openapi.ts';
import { partnerRoutes } from './partners.ts';
import { sessionRoutes } from './session.ts';
import { todayRoute } from './today/today.ts';
import { userRoutes } from './users.ts';

/**
 * Registers everything below `/desk`, which the back office calls, in a scope of its own. `addRoutes` adds routes of other
 * features to that scope.
 */
export async function openDesk(app: App, deps: DeskDeps, addRoutes: (scope: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    validateStrictly(scope, deps.wireNames);
    const sessionCookie = await guardDesk(scope, deps);
    serveDeskOpenApi(scope, deps);
    sessionRoutes(scope, { ...deps, sessionCookie });
    changeRoutes(scope, { ...deps, sessionCookie });
    mailPreferenceRoutes(scope, deps);
    callerRoutes(scope, deps);
    endpointRoutes(scope, deps);
    deliveryRoutes(scope, deps);
    mailRoutes(scope, deps);
    partnerRoutes(scope, deps);
    userRoutes(scope, deps);
    auditRoutes(scope, deps);
    addRoutes(scope);
    actRoutes(scope, deps);
    entryRoutes(scope, deps);
    todayRoute(scope, deps);
  });
}
