import type { App } from '../http/app-type.ts';
import { serveDesk } from '../http/serve-desk.ts';
import { seenFileRoute } from './breaches/seen-file.ts';
import type { PrivacyDeps } from './deps.ts';
import { privacyRoutes } from './routes.ts';

/** The routes of the desk for the right `privacy`. Without it they can't be told from paths that are not there. */
export function privacyDesk(scope: App, deps: PrivacyDeps): void {
  serveDesk(scope, deps, privacyRoutes);
  seenFileRoute(scope, deps);
}
