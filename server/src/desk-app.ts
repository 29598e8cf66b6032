import type { AppDeps } from './app.ts';
import { deskConversionRoutes } from './conversions/desk.ts';
import { conversionRoutes } from './conversions/routes.ts';
import type { Snapshot } from './database/snapshot.ts';
import { openDesk } from './desk/desk.ts';
import type { App } from './http/app-type.ts';
import { serveBackOffice } from './http/back-office.ts';
import { openFrame } from './http/frame.ts';
import { logAnswers } from './http/logging.ts';
import type { Metrics } from './http/metrics.ts';
import { answerUnknownPaths } from './http/unknown-paths.ts';
import { deskResidenceRoutes } from './residences/desk.ts';
import type { Directory } from './residences/rules.ts';
import { deskStatisticsRoutes } from './statistics/desk.ts';

export interface DeskAppDeps extends Omit<AppDeps, 'log'> {
  readonly log: App['log'];
  readonly directory: Snapshot<Directory>;
  readonly metrics: Metrics | undefined;
}

/** Where everything for staff meets Fastify: the pages, the API they call, and the files they have others pull. */
export async function buildDeskApp(deps: DeskAppDeps): Promise<App> {
  const { config, log, database, secrets, clock, monotonicClock, directory } = deps;
  const app = openFrame({ ...config, logging: { loggerInstance: log } });
  answerUnknownPaths(app);
  logAnswers(app);
  deps.metrics?.measureAnswers(app);
  await openDesk(app, { ...config, ...deps }, (scope) => {
    deskResidenceRoutes(scope, { database, clock, directory });
    deskStatisticsRoutes(scope, { database, clock, directory });
    deskConversionRoutes(scope, { database, secrets, clock, publicUrl: config.publicUrl });
  });
  conversionRoutes(app, { database, secrets, clock, monotonicClock });
  await serveBackOffice(app);
  await app.ready();
  return app;
}
