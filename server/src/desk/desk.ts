import type { App } from '../http/app-type.ts';
import { compressReads } from '../http/compression.ts';
import { guardDesk } from '../http/desk-access.ts';
import { serveDesk } from '../http/serve-desk.ts';
import { validateStrictly } from '../http/validation.ts';
import { calendarFileRoute } from './agenda/calendar-file.ts';
import { changeRoutes } from './changes.ts';
import type { DeskDeps } from './deps.ts';
import { exportRoute } from './entries/export.ts';
import { fileRoutes } from './entries/file-route.ts';
import { familyLookUp } from './entries/known-family.ts';
import { deskRoutes } from './routes.ts';
import { forgottenPasswordRoutes } from './session/forgotten-password.ts';
import { invitationRoutes } from './session/invitation.ts';
import { loginThrottle } from './session/login-throttle.ts';
import { confirmPassword } from './session/password.ts';
import { signInRoute } from './session/sign-in.ts';
import { signInLimits } from './session/sign-in-limits.ts';

/**
 * Registers everything below `/desk`, which the back office calls, in its own scope. `addRoutes` adds the routes of other
 * features to it.
 */
export async function openDesk(app: App, deps: DeskDeps, addRoutes: (scope: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    validateStrictly(scope, deps.wireNames);
    const sessionCookie = await guardDesk(scope, deps);
    compressReads(scope);
    const limits = signInLimits(deps.monotonicClock);
    signInRoute(scope, { ...deps, sessionCookie, limits });
    invitationRoutes(scope, { ...deps, limits });
    changeRoutes(scope, { ...deps, sessionCookie });
    forgottenPasswordRoutes(scope, deps);
    const shared = {
      lookUpFamily: familyLookUp(deps),
      confirm: confirmPassword(deps.database, limits),
      codeThrottle: loginThrottle(deps.monotonicClock),
    };
    serveDesk(scope, { ...deps, ...shared, sessionCookie }, deskRoutes);
    addRoutes(scope);
    exportRoute(scope, deps);
    fileRoutes(scope, deps);
    calendarFileRoute(scope, deps);
  });
}
