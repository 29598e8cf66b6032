import { openCredentials } from './access/credentials.ts';
import type { Clock, MonotonicClock } from './clock.ts';
import type { AppConfig } from './config.ts';
import { RequestError } from './contract/request-error.ts';
import type { Database } from './database/port.ts';
import { deliver } from './delivery/deliver.ts';
import type { Send } from './delivery/outcome.ts';
import { openReception } from './entries/reception.ts';
import type { App } from './http/app-type.ts';
import { authentication } from './http/authentication.ts';
import { serveCaptureScript } from './http/capture-script.ts';
import { answerPreflight } from './http/cors.ts';
import { drain } from './http/drain.ts';
import { retryAfterSeconds } from './http/errors.ts';
import { openFrame } from './http/frame.ts';
import { handOver } from './http/hand-over.ts';
import { healthRoutes } from './http/health.ts';
import {
  type LogOptions,
  logAnswers,
  loggerOptions,
  plainLog,
  warnOfUntrustedProxies,
} from './http/logging.ts';
import type { Metrics } from './http/metrics.ts';
import { serveOpenApi } from './http/openapi.ts';
import { publicUrlOf } from './http/public-url.ts';
import { answerUnknownPaths } from './http/unknown-paths.ts';
import { noteUntrustedProxy } from './http/untrusted-proxy.ts';
import { applicationRoutes } from './intake/application.ts';
import { commercialRoutes } from './intake/commercial.ts';
import { surveyRoutes } from './intake/survey.ts';
import { lookupRoutes } from './lookup/routes.ts';
import type { SendMail } from './mail/outcome.ts';
import { openPost } from './mail/post.ts';
import { orientationRoutes } from './orientation/routes.ts';
import { residenceRoutes } from './residences/routes.ts';
import { openDirectory } from './residences/rules.ts';
import type { Secrets } from './secrets.ts';
import { statisticsRoutes } from './statistics/routes.ts';

export interface AppDeps {
  readonly config: AppConfig;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: LogOptions;
  readonly version: string;
  /** Sends events; without it another process does. */
  readonly send?: Send | undefined;
  /** Sends mails to staff; without it another process does, or mail is off. */
  readonly sendMail?: SendMail | undefined;
  /** Why nothing could be sent to an endpoint's address, in words; null when it could. Without it any may be added. */
  readonly refusalOfUrl?: ((url: string) => string | null) | undefined;
}

/** What is being sent when the service stops may take so long to end; what has not by then is sent again. */
const deliveryStopMs = 6_000;

/**
 * The place where what callers and partners send meets Fastify. `desk` answers what staff call, which loads when it is
 * first called: by a request, or by this.
 */
export async function buildApp(deps: AppDeps): Promise<{ app: App; desk: () => Promise<App> }> {
  const { config, database, clock } = deps;
  const app = openFrame({ ...config, logging: { logger: loggerOptions(deps.log) } });

  // All that stops does so before the drain, whose hook the next one would wait for: they have the same ten seconds.
  const { send, sendMail, secrets } = deps;
  const log = app.log;
  if (send !== undefined) {
    const onAttempt: Metrics['attempt'] = (verdict, ms) => metrics?.attempt(verdict, ms);
    runWhileListening(app, () =>
      deliver({ database, send, decrypt: secrets.decrypt, clock, log: plainLog(log), onAttempt }),
    );
  }
  if (sendMail !== undefined) {
    const onAttempt: Metrics['mail'] = (verdict) => metrics?.mail(verdict);
    runWhileListening(app, () => {
      const publicUrl = publicUrlOf(app, config.publicUrl);
      return openPost({ database, send: sendMail, clock, publicUrl, log, onAttempt });
    });
  }
  let stopping = false;
  app.addHook('onRequest', (_request, _reply, done) => done(stopping ? shuttingDown() : undefined));
  answerUnknownPaths(app);
  warnOfUntrustedProxies(app, (peer) => database.write(noteUntrustedProxy, peer, clock()));
  logAnswers(app);
  serveOpenApi(app, config, deps.version);
  const metrics = config.metricsToken === undefined ? undefined : await meter(app, config.metricsToken);

  const credentials = openCredentials(database, deps.secrets);
  const directory = openDirectory(database);
  const tellsStaff = config.mail !== undefined;
  const reception = openReception({ database, clock, tellsStaff });
  if (metrics !== undefined) database.observeCommits(metrics.batch);
  // The first visitor waits for no thread to start.
  app.addHook('onListen', () => database.ready());
  const access = authentication({ ...config, credentials, clock, monotonicClock: deps.monotonicClock });
  const quota = { perAddress: config.cvQuotaPerAddress, inAll: config.cvQuotaInAll };
  const intake = { authentication: access, directory, reception, secrets, quota, clock };
  surveyRoutes(app, { ...intake, typeName: config.wireNames.surveyType });
  commercialRoutes(app, intake);
  applicationRoutes(app, { ...intake, diskReserve: config.diskReserve, read: database.read });
  for (const path of creatingPaths) answerPreflight(app, path, credentials);
  lookupRoutes(app, { authentication: access, database, partneridName: config.wireNames.partnerid });
  residenceRoutes(app, {
    authentication: access,
    directory,
    filterName: config.wireNames.establishmentFilter,
  });
  statisticsRoutes(app, { authentication: access, database, directory });
  orientationRoutes(app, { authentication: access, database, directory, secrets, clock, tellsStaff });
  healthRoutes(app, database);
  serveCaptureScript(app);
  const desk = handOver(app, ['/', '/assets/*', '/desk/*', '/conversions/*'], async () => {
    const { buildDeskApp } = await import('./desk-app.ts');
    // It is loaded by a request: by then the port is known.
    const publicUrl = publicUrlOf(app, config.publicUrl);
    return buildDeskApp({ ...deps, config: { ...config, publicUrl }, log, directory, metrics });
  });
  // The last: a page that waits for news keeps its connection until the desk ends it.
  app.addHook('preClose', () =>
    drain(app.server, () => {
      stopping = true;
    }),
  );
  return { app, desk };
}

/** From when the service listens until it stops: it ends while the last requests are answered. */
function runWhileListening(
  app: App,
  start: () => { readonly stop: (withinMs: number) => Promise<void> },
): void {
  let loop: ReturnType<typeof start> | undefined;
  let stopped: Promise<void> | undefined;
  let closing = false;
  app.addHook('onListen', async () => {
    // Told to stop while it was starting.
    if (!closing) loop = start();
  });
  app.addHook('preClose', async () => {
    closing = true;
    stopped = loop?.stop(deliveryStopMs);
  });
  app.addHook('onClose', () => stopped);
}

/** The library takes a while to load: whoever has no use for metrics goes without. */
async function meter(app: App, token: string): Promise<Metrics> {
  const { openMetrics, serveMetrics } = await import('./http/metrics.ts');
  const metrics = openMetrics();
  metrics.measureAnswers(app);
  serveMetrics(app, metrics, token);
  return metrics;
}

const creatingPaths = [
  '/fr/etablissement/:id/survey/create',
  '/fr/etablissement/:id/commercial/create',
  '/fr/announcement/postuler',
];

function shuttingDown(): RequestError {
  return new RequestError('UNAVAILABLE', 'The service is shutting down: please try again', {
    'retry-after': String(retryAfterSeconds),
    connection: 'close',
  });
}
