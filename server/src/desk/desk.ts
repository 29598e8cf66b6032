import type { Secrets } from '../access/secrets.ts';
import type { Clock } from '../clock.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { Database } from '../database/port.ts';
import type { App } from '../http/app-type.ts';
import { guardDesk } from '../http/desk-access.ts';
import { collectDeskOpenApi } from './openapi.ts';
import { sessionRoutes } from './session.ts';
import { validateDeskRequests } from './validation.ts';

export interface DeskDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly wireNames: WireNames;
  readonly version: string;
}

/** Everything below `/desk`: what the back office calls, in a scope of its own. */
export async function openDesk(app: App, deps: DeskDeps): Promise<void> {
  await app.register(async (scope: App) => {
    validateDeskRequests(scope, deps.wireNames);
    const sessionCookie = await guardDesk(scope, deps);
    await collectDeskOpenApi(scope, deps);
    sessionRoutes(scope, { ...deps, sessionCookie });
  });
}
