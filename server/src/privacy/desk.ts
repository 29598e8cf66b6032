import type { App } from '../http/app-type.ts';
import type { PrivacyDeps } from './deps.ts';
import { registerRoutes } from './register/desk.ts';

/** Everything below `/desk/privacy`, for users with the right `privacy`. To all others these routes do not exist. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  registerRoutes(scope, deps);
}
