import type { App } from '../../http/app-type.ts';
import type { DeskDeps } from '../deps.ts';
import { countsRoute } from './counts.ts';
import { detailRoutes } from './detail-route.ts';
import { exportRoute } from './export.ts';
import { familiesRoute } from './families-route.ts';
import { fileRoutes } from './file-route.ts';
import { historyRoutes } from './history-route.ts';
import { familyLookUp } from './known-family.ts';
import { listRoute } from './list-route.ts';
import { searchRoute } from './search-route.ts';

/** The routes that read entries. */
export function entryRoutes(scope: App, deps: DeskDeps): void {
  const lookUp = familyLookUp(deps);
  listRoute(scope, deps);
  searchRoute(scope, deps, lookUp);
  exportRoute(scope, deps);
  detailRoutes(scope, deps);
  historyRoutes(scope, deps);
  fileRoutes(scope, deps);
  familiesRoute(scope, lookUp);
  countsRoute(scope, deps);
}
