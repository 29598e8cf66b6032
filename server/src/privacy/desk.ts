import type { App } from '../http/app-type.ts';
import type { PrivacyDeps } from './deps.ts';
import { objectionRoutes } from './objections/desk.ts';
import { rectificationRoute } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { relationRoutes } from './relation/desk.ts';
import { requestRoutes } from './requests/desk.ts';
import { exportRoute } from './requests/export/desk.ts';
import { proofRoutes } from './requests/proof/desk.ts';

/** Everything below `/desk/privacy`, for users with the right `privacy`. To all others these routes do not exist. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  registerRoutes(scope, deps);
  requestRoutes(scope, deps);
  exportRoute(scope, deps);
  proofRoutes(scope, deps);
  rectificationRoute(scope, deps);
  relationRoutes(scope, deps);
  objectionRoutes(scope, deps);
}
