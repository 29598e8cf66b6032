import { openCredentials } from './access/credentials.ts';
import { lastUses } from './access/last-uses.ts';
import type { Clock, MonotonicClock } from './clock.ts';
import type { AppConfig } from './config.ts';
import { conversionRoutes as deskConversions } from './conversions/conversion-routes.ts';
import { conversionRoutes } from './conversions/routes.ts';
import { openDesk } from './desk/desk.ts';
import { openDirectory } from './directory.ts';
import { tryEntry } from './entries/create/trial-entry.ts';
import { openRefusedFields } from './entries/refused-fields.ts';
import { openObjections } from './entries/search/objections.ts';
import type { App } from './http/app-type.ts';
import { authentication } from './http/authentication.ts';
import { serveBackOffice } from './http/back-office.ts';
import { serveCaptureScript } from './http/capture-script.ts';
import { answerPreflights } from './http/cors.ts';
import { createServer } from './http/create-server.ts';
import { drain } from './http/drain.ts';
import { unavailable } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import {
  type LogOptions,
  logAnswers,
  logAuditTrail,
  plainLog,
  warnOfUntrustedProxies,
} from './http/logging.ts';
import { serveOpenApi } from './http/openapi.ts';
import { publicUrlOf } from './http/public-url.ts';
import { serveDesk } from './http/serve-desk.ts';
import { answerUnknownPaths } from './http/unknown-paths.ts';
import { noteUntrustedProxy } from './http/untrusted-proxy.ts';
import { intakeRoutes } from './intake/routes.ts';
import { startLetterWorker } from './letters/sender.ts';
import { lookupRoutes } from './lookup/routes.ts';
import type { SendMail } from './mail/smtp.ts';
import { startMailWorker } from './mail/worker.ts';
import { orientationRoutes } from './orientation/routes.ts';
import { objectionPage } from './privacy/objections/page.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { residenceRoutes as deskResidences } from './residences/desk/routes.ts';
import { residenceRoutes } from './residences/routes.ts';
import type { Secrets } from './secrets.ts';
import type { SendSms } from './sms/send.ts';
import { statisticsRoutes as deskStatistics } from './statistics/desk-routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import type { Database } from './store/database.ts';
import type { SendWebhook } from './webhooks/send.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

interface AppDeps {
  readonly config: AppConfig;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: LogOptions;
  readonly version: string;
  /** Sends webhooks. Absent when another process does. */
  readonly send?: SendWebhook | undefined;
  /** Sends mails, to staff and to persons. Absent when another process does, or when mail is off. */
  readonly sendMail?: SendMail | undefined;
  /** Sends SMS, beside mails. Absent when they are off. */
  readonly sendSms?: SendSms | undefined;
  /** Aborted when this process must not send anything any more. */
  readonly endOfWork?: AbortSignal | undefined;
  /** Returns why webhooks may not be sent to a URL; null when they may. */
  readonly refusalOfUrl: (url: string) => string | null;
}

/** How long running deliveries may take once the service stops. Slower ones are resent later. */
const deliveryStopMs = 6_000;

/** Builds the app from all features: the main API, the orientation exchange, the desk, and the workers. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, secrets, clock, monotonicClock, version } = deps;
  const app = createServer({ ...config, log: deps.log });
  const log = app.log;
  const publicUrl = publicUrlOf(app, config.publicUrl);
  let stopping = false;
  app.addHook('onRequest', (_request, _reply, done) => done(stopping ? shuttingDown() : undefined));
  answerUnknownPaths(app);
  warnOfUntrustedProxies(app, (peer) => database.write(noteUntrustedProxy, peer, clock()));
  logAnswers(app, monotonicClock);
  if (config.auditLog) logAuditTrail(log, database);
  serveOpenApi(app, { ...config, publicUrl }, version);
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : (await import('./http/metrics.ts')).openMetrics(app, config.metricsToken, deps.log.stream?.dropped);

  const { send, sendMail, sendSms, endOfWork } = deps;
  if (send !== undefined) {
    const onAttempt = metrics?.attempt;
    runWhileListening(app, endOfWork, () =>
      startWebhookWorker({ database, send, decrypt: secrets.decrypt, clock, log: plainLog(log), onAttempt }),
    );
  }
  if (sendMail !== undefined) {
    const sending = { database, clock, send: sendMail, log, onAttempt: metrics?.mail };
    const { linkUrl, receiptsPerHour } = config;
    runWhileListening(app, endOfWork, () =>
      startMailWorker({ ...sending, publicUrl: publicUrl(), decrypt: secrets.decrypt }),
    );
    runWhileListening(app, endOfWork, () =>
      startLetterWorker({
        ...sending,
        secrets,
        sendSms,
        linkUrl,
        receiptsPerHour,
        onReceipt: metrics?.receipt,
      }),
    );
  }

  const credentials = openCredentials(database, secrets);
  const directory = openDirectory(database, (residences) =>
    log.error({ residences }, 'the details of these residences are damaged and shown empty: save them anew'),
  );
  const refusedFields = openRefusedFields(database);
  const notifyStaff = config.mail !== undefined;
  if (metrics !== undefined) database.observeCommits(metrics.batch);
  async function ready(): Promise<void> {
    await database.ready(tryEntry, { notifyStaff });
    // Every creation needs it.
    await directory.get();
  }
  // Starts the threads before the first request.
  app.addHook('onListen', ready);
  const uses = lastUses({
    database,
    clock,
    onError: (error) => log.error({ err: error }, 'the last use of passwords could not be written'),
  });
  app.addHook('onClose', () => uses.write());
  const access = authentication({ ...config, credentials, lastUses: uses, clock, monotonicClock });
  const quota = { perAddress: config.cvQuotaPerAddress, total: config.cvQuotaTotal };
  const entering = { authentication: access, directory, refusedFields, database, notifyStaff, clock };
  const { diskReserve, wireNames } = config;
  await intakeRoutes(app, { ...entering, secrets, quota, diskReserve, wireNames });
  answerPreflights(app, credentials);
  lookupRoutes(app, { authentication: access, database, partneridName: config.wireNames.partnerid });
  residenceRoutes(app, {
    authentication: access,
    directory,
    filterName: config.wireNames.establishmentFilter,
  });
  statisticsRoutes(app, { authentication: access, database, directory });
  orientationRoutes(app, entering);
  healthRoutes(app, ready);
  serveCaptureScript(app);
  const conversions = { database, secrets, clock, monotonicClock, publicUrl };
  conversionRoutes(app, conversions);
  objectionPage(app, conversions);
  await openDesk(
    app,
    {
      ...deps,
      publicUrl,
      linkUrl: config.linkUrl,
      objections: openObjections(database, secrets.contentKey),
      wireNames: config.wireNames,
      mail: config.mail,
      sms: config.sms,
      diskReserve: config.diskReserve,
    },
    (desk) => {
      serveDesk(desk, { database, clock, directory }, deskResidences);
      serveDesk(desk, { database, clock, directory }, deskStatistics);
      serveDesk(desk, conversions, deskConversions);
      serveDesk(
        desk,
        {
          ...{ database, secrets, clock, monotonicClock, publicUrl, searches: new Map() },
          ...{ mail: config.mail, sms: config.sms, backupDays: config.backupDays, dataDir: config.dataDir },
        },
        privacyRoutes,
      );
    },
  );
  await serveBackOffice(app);
  // Fastify runs the `preClose` hooks of the app and then those of its plugins, in order, one after the other. The drain
  // must be last: the workers stop within the same ten seconds, and it waits for the event streams that the desk ends.
  await app.register(async (last) => {
    last.addHook('preClose', () =>
      drain(app.server, () => {
        stopping = true;
      }),
    );
  });
  return app;
}

/** Starts a worker when the app listens, and stops it at the signal, or while the last requests are handled. */
function runWhileListening(
  app: App,
  ends: AbortSignal | undefined,
  start: () => { readonly stop: (withinMs: number) => Promise<void> },
): void {
  let worker: ReturnType<typeof start> | undefined;
  let stopped: Promise<void> | undefined;
  let closing = false;
  app.addHook('onListen', async () => {
    // The app may have been closed while it was starting.
    if (!closing) worker = start();
  });
  const stop = async () => {
    closing = true;
    stopped ??= worker?.stop(deliveryStopMs);
  };
  ends?.addEventListener('abort', stop);
  app.addHook('preClose', stop);
  app.addHook('onClose', () => stopped);
}

const shuttingDown = () =>
  unavailable('The service is shutting down: please try again', { connection: 'close' });
