import type { App } from '../http/app-type.ts';
import { serveDesk } from '../http/serve-desk.ts';
import { seenFileRoute } from './breaches/seen-file.ts';
import type { PrivacyDeps } from './deps.ts';
import { exportRoute } from './requests/export/desk.ts';
import { letterRoute } from './requests/letters/desk.ts';
import { proofRoutes } from './requests/proof/desk.ts';
import { registerPageRoutes } from './requests/register-pages.ts';
import { privacyRoutes } from './routes.ts';

/** The routes of the desk for the right `privacy`. Without it they can't be told from paths that are not there. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  serveDesk(scope, deps, privacyRoutes);
  seenFileRoute(scope, deps);
  registerPageRoutes(scope, deps);
  exportRoute(scope, deps);
  proofRoutes(scope, deps);
  letterRoute(scope, deps);
}
