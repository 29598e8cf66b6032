import type { App } from '../http/app-type.ts';
import type { PrivacyDeps } from './deps.ts';
import { erasureRoutes } from './erase/desk.ts';
import { holdRoutes } from './holds/desk.ts';
import { findRoutes } from './find/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { residenceNameRoute } from './residences.ts';
import { retentionRoutes } from './retention/desk.ts';
import { objectionRoutes } from './objections/desk.ts';
import { rectificationRoute } from './rectification/desk.ts';
import { relationRoutes } from './relation/desk.ts';
import { requestRoutes } from './requests/desk.ts';

/** The routes of the desk for the right `privacy`. Without it they can't be told from paths that are not there. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  erasureRoutes(scope, deps);
  holdRoutes(scope, deps);
  findRoutes(scope, deps);
  registerRoutes(scope, deps);
  residenceNameRoute(scope, deps);
  retentionRoutes(scope, deps);
  requestRoutes(scope, deps);
  rectificationRoute(scope, deps);
  relationRoutes(scope, deps);
  objectionRoutes(scope, deps);
}
