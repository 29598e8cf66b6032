import { lookup } from 'node:dns';
import { mkdirSync } from 'node:fs';
import { buildApp } from '../app.ts';
import { type Config, parseConfig } from '../config.ts';
import type { LogOptions } from '../http/logging.ts';
import { clearTextWarning, publicUrlOf } from '../http/public-url.ts';
import { openSmtp } from '../mail/smtp.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { addressGuard } from '../webhooks/address-guard.ts';
import { openSender } from '../webhooks/send.ts';
import { CommandError, type Context } from './context.ts';
import { expiryWork } from './expiry.ts';
import { showFirstSecrets } from './first-secrets.ts';
import { hourly } from './hourly.ts';
import { type Installation, openInstallation } from './installation.ts';

/** Longest wait for requests that run when the service is told to stop. */
const stopTimeoutMs = 7_000;

/** `accueil serve`: serves until told to stop. `worker`: whether it also delivers events and sends mails. */
export async function serve(context: Context, { worker }: { worker: boolean }): Promise<void> {
  const config = parseConfig(context.env);
  if (!worker && config.database.engine === 'sqlite') throw new CommandError(oneProcess);
  const prepare: Prepare = async ({ first }) => {
    // Before anything else can go wrong: they are shown this once.
    const begun = showFirstSecrets(context, first);
    return (_, publicUrl) => {
      if (begun) context.notice(`Serving on ${publicUrl}; reference at ${publicUrl}/docs`);
    };
  };
  await serveWith(context, config, prepare, { worker });
}

/** Why there are no two processes on SQLite. */
export const oneProcess =
  'On SQLite one process does everything: set DATABASE_URL to let workers of their own deliver webhooks';

/**
 * Prepares an installation that nobody is served from yet. Answers what to say once it listens, on `url`; others reach it
 * at `publicUrl`.
 */
type Prepare = (installation: Installation) => Promise<(url: string, publicUrl: string) => void>;

/** Serves what the settings name until told to stop. `worker`: whether it also delivers events and sends mails. */
export async function serveWith(
  context: Context,
  config: Config,
  prepare: Prepare,
  { worker = true }: { worker?: boolean } = {},
): Promise<void> {
  const unlock = takeFolder(config);
  const log: LogOptions = { level: config.logLevel };
  let report = (error: Error) => context.notice(error.message);
  const installation = await openInstallation(config, (error) => report(error));
  const clock = () => new Date();
  const monotonicClock = () => performance.now();
  const sender = worker ? openSender({ allow: config.webhookAllow, clock }) : undefined;
  try {
    const sayReady = await prepare(installation);
    const app = await buildApp({
      config,
      database: installation.database,
      secrets: installation.secrets,
      clock,
      monotonicClock,
      log,
      send: sender?.send,
      sendMail: worker && config.mail !== undefined ? await openSmtp(config.mail, clock) : undefined,
      refusalOfUrl: addressGuard(config.webhookAllow, lookup).refusalOfUrl,
      version: context.version,
    });
    report = (error) => app.log.warn({ cause: error.message }, 'a database connection broke');
    const url = await app.listen({ host: config.host, port: config.port });
    const warning = clearTextWarning(config);
    if (warning !== undefined) app.log.warn(warning);
    sayReady(url, publicUrlOf(app, config.publicUrl)());
    const expiry = hourly(
      expiryWork({ database: installation.database, clock, monotonicClock, log: app.log }),
      (error) => app.log.error({ err: error }, 'what has expired could not be deleted'),
    );

    await context.stopped;
    const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
    await app.close();
    await expiry.stop();
    clearTimeout(timer);
  } finally {
    await sender?.close();
    // An open pool would keep alive a process whose port is taken.
    await installation.close();
    unlock();
  }
}

function takeFolder(config: Config): () => void {
  if (config.database.engine === 'postgres') return () => undefined;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(config.dataDir);
}
