import { lookup } from 'node:dns';
import { mkdirSync } from 'node:fs';
import { buildApp } from '../app.ts';
import { type Config, parseConfig } from '../config.ts';
import { openStandardOutput } from '../http/log-output.ts';
import { reportDroppedLines } from '../http/logging.ts';
import { clearTextWarning, publicUrlOf } from '../http/public-url.ts';
import { openSmtp } from '../mail/smtp.ts';
import { openLedgerFile, unwrittenLedger } from '../privacy/ledger/file.ts';
import { ledgerFileOf } from '../privacy/ledger/read.ts';
import { openSms } from '../sms/send.ts';
import { watchSchema } from '../store/schema-watch.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { openSender } from '../webhooks/send.ts';
import { CommandError, type Context, Stopped } from './context.ts';
import { expiryWork } from './expiry.ts';
import { messageOf } from './failure.ts';
import { showFirstSecrets } from './first-secrets.ts';
import { requireFreePort } from './free-port.ts';
import { hourly } from './hourly.ts';
import { type Installation, openInstallation } from './installation.ts';
import { withCommit } from './release.ts';
import { ignoreStopped, unlessStopped } from './unless-stopped.ts';

/** How long the service waits for running requests when told to stop. */
const stopTimeoutMs = 7_000;

interface ServeOptions {
  /** Whether it also delivers events and sends mails. */
  readonly worker?: boolean;
  /** Whether to begin an empty database although one seems to be lost. */
  readonly isNew?: boolean;
}

/** `accueil serve`: serves until told to stop. */
export async function serve(context: Context, { worker = true, isNew = false }: ServeOptions): Promise<void> {
  const config = parseConfig(context.env);
  if (!worker && config.database.engine === 'sqlite') throw new CommandError(oneProcess);
  const prepare: Prepare = async ({ first }) => {
    // Shown before anything else can fail: they can't be shown again.
    const begun = showFirstSecrets(context, first);
    if (isNew && !begun) context.notice(newInVain);
    return (_, publicUrl) => {
      // Without a terminal, standard error is a log, which says so in its own format.
      if (begun || context.terminal)
        context.notice(`Serving on ${publicUrl}; reference at ${publicUrl}/docs`);
    };
  };
  await serveWith(context, config, prepare, { worker, isNew });
}

const newInVain =
  'There is a database, so that --new had no effect: leave it out, or an empty one is begun in silence should this one be lost.';

/** The error for a second process on SQLite. */
export const oneProcess =
  'On SQLite one process does everything: set DATABASE_URL to let workers of their own deliver webhooks';

/**
 * Prepares an installation before it is served. Returns a function that announces the service once it listens on `url`;
 * callers reach it at `publicUrl`.
 */
export type Prepare = (installation: Installation) => Promise<(url: string, publicUrl: string) => void>;

/** Serves the configured installation until told to stop. */
export async function serveWith(
  context: Context,
  config: Config,
  prepare: Prepare,
  options: ServeOptions = {},
): Promise<void> {
  await requireFreePort(config);
  const unlock = lockDataFolder(config);
  await serveLocked(context, config, prepare, options).catch(ignoreStopped).finally(unlock);
}

async function serveLocked(
  context: Context,
  config: Config,
  prepare: Prepare,
  { worker = true, isNew = false }: ServeOptions,
): Promise<void> {
  const output = openStandardOutput();
  // Until the service has a log, what fails says so itself.
  let report = (_error: Error) => {};
  const installation = await unlessStopped(
    context,
    (onWait) => openInstallation(config, { onProblem: (error) => report(error), onWait, isNew }),
    ({ close }) => close(),
  );
  const { clock } = installation.database;
  const monotonicClock = () => performance.now();
  const sender = worker ? openSender({ allow: config.webhookAllow, clock }) : undefined;
  let remark = context.notice;
  let problem = (error: unknown) => remark(`${unwrittenLedger}: ${messageOf(error)}`);
  const ledger = openLedgerFile({
    database: installation.database,
    secrets: installation.secrets,
    clock,
    file: ledgerFileOf(config.dataDir),
    onRemark: (text) => remark(text),
    onProblem: (error) => problem(error),
  });
  ledger.follow();
  const stopping = new AbortController();
  void context.stopped.then(() => stopping.abort());
  try {
    const announce = await prepare(installation);
    // Nobody may be answered, or sent anything, from data that was erased.
    await ledger.complete(stopping.signal);
    if (stopping.signal.aborted) throw new Stopped();
    const endOfWork = new AbortController();
    const app = await buildApp({
      config,
      database: installation.database,
      secrets: installation.secrets,
      clock,
      monotonicClock,
      log: { level: config.logLevel, stream: output },
      send: sender?.send,
      sendMail: worker && config.mail !== undefined ? openSmtp(config.mail, clock) : undefined,
      sendSms: sender && config.sms && openSms(config.sms, sender.post, clock),
      endOfWork: endOfWork.signal,
      refusalOfUrl: addressGuard(config.webhookAllow, lookup).refusalOfUrl,
      version: context.version,
    });
    reportDroppedLines(app.log, output);
    report = (error) => app.log.warn({ cause: error.message }, 'trouble with the database');
    remark = (text) => app.log.warn(text);
    problem = (error) => app.log.error({ err: error }, unwrittenLedger);
    const { migrated } = installation;
    if (migrated.length > 0)
      app.log.info(
        { applied: migrated, version: withCommit(context.version) },
        'the schema is up to date now',
      );
    const url = await app.listen({ host: config.host, port: config.port });
    const warning = clearTextWarning(config);
    if (warning !== undefined) app.log.warn(warning);
    announce(url, publicUrlOf(app, config.publicUrl)());
    const expiry = hourly(
      expiryWork({ database: installation.database, clock, monotonicClock, log: app.log, ledger }),
      (error) => app.log.error({ err: error }, 'what has expired could not be deleted'),
    );

    watchSchema(installation.database, () => {
      app.log.error(newerSchema);
      endOfWork.abort();
      void expiry.stop();
    });
    await context.stopped;
    const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
    await app.close();
    await expiry.stop();
    clearTimeout(timer);
  } finally {
    await ledger.close();
    await sender?.close();
    // With an open pool the process would not exit when its port is in use.
    await installation.close();
    await output.close();
  }
}

const newerSchema =
  'the schema has become newer than this accueil: it refuses every write, and delivers and deletes nothing; start the newer version';

function lockDataFolder(config: Config): () => void {
  if (config.database.engine === 'postgres') return () => undefined;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(config.dataDir);
}
