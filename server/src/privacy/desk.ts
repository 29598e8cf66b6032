import type { App } from '../http/app-type.ts';
import type { PrivacyDeps } from './deps.ts';
import { objectionRoutes } from './objections/desk.ts';
import { rectificationRoute } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { relationRoutes } from './relation/desk.ts';
import { requestRoutes } from './requests/desk.ts';

/** Everything below `/desk/privacy`, for users with the right `privacy`. To all others these routes do not exist. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  registerRoutes(scope, deps);
  requestRoutes(scope, deps);
  rectificationRoute(scope, deps);
  relationRoutes(scope, deps);
  objectionRoutes(scope, deps);
}
