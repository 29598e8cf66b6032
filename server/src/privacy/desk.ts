import type { App } from '../http/app-type.ts';
import type { PrivacyDeps } from './deps.ts';
import { erasureRoutes } from './erase/desk.ts';
import { findRoutes } from './find/desk.ts';
import { holdRoutes } from './holds/desk.ts';
import { objectionRoutes } from './objections/desk.ts';
import { rectificationRoute } from './rectification/desk.ts';
import { registerRoutes } from './register/desk.ts';
import { relationRoutes } from './relation/desk.ts';
import { requestRoutes } from './requests/desk.ts';
import { retentionRoutes } from './retention/desk.ts';

/** Everything below `/desk/privacy`, for users with the right `privacy`. To all others these routes do not exist. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  erasureRoutes(scope, deps);
  findRoutes(scope, deps);
  holdRoutes(scope, deps);
  objectionRoutes(scope, deps);
  rectificationRoute(scope, deps);
  registerRoutes(scope, deps);
  relationRoutes(scope, deps);
  requestRoutes(scope, deps);
  retentionRoutes(scope, deps);
}
