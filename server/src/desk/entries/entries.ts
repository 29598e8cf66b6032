import type { App } from '../../http/app-type.ts';
import type { DeskDeps } from '../desk.ts';
import { listRoute } from './list-route.ts';

/** Reading entries: lists, one with everything known about it, families, counts. */
export function entryRoutes(scope: App, deps: DeskDeps): void {
  listRoute(scope, deps);
}
