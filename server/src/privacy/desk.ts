import type { App } from '../http/app-type.ts';
import { serveDesk } from '../http/serve-desk.ts';
import type { PrivacyDeps } from './deps.ts';
import { erasureRoutes } from './erase/desk.ts';
import { findRoutes } from './find/desk.ts';
import { objectionRoutes } from './objections/desk.ts';
import { rectificationRoute } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { relationRoutes } from './relation/desk.ts';
import { requestRoutes } from './requests/desk.ts';
import { exportRoute } from './requests/export/desk.ts';
import { proofRoutes } from './requests/proof/desk.ts';
import { residenceNameRoute } from './residences.ts';
import { retentionRoutes } from './retention/desk.ts';
import { privacyRoutes } from './routes.ts';

/** The routes of the desk for the right `privacy`. Without it they can't be told from paths that are not there. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  findRoutes(scope, deps);
  erasureRoutes(scope, deps);
  serveDesk(scope, deps, privacyRoutes);
  retentionRoutes(scope, deps);
  registerRoutes(scope, deps);
  requestRoutes(scope, deps);
  exportRoute(scope, deps);
  proofRoutes(scope, deps);
  rectificationRoute(scope, deps);
  relationRoutes(scope, deps);
  objectionRoutes(scope, deps);
  residenceNameRoute(scope, deps);
}
