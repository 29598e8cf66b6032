import { mkdirSync } from 'node:fs';
import { buildApp } from '../app.ts';
import { type Config, parseConfig } from '../config.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { expireEntries } from '../entries/expiry.ts';
import type { LogOptions } from '../http/logging.ts';
import type { Context } from './context.ts';
import { showFirstSecrets } from './first-secrets.ts';
import { hourly } from './hourly.ts';
import { type Installation, openInstallation } from './installation.ts';

/** Longest wait for requests that run when the service is told to stop. */
const stopTimeoutMs = 9_000;

/** `accueil serve`: serves until told to stop. */
export function serve(context: Context): Promise<void> {
  const config = parseConfig(context.env);
  return serveWith(context, config, async ({ first }) => {
    // Before anything else can go wrong: they are shown this once.
    const begun = showFirstSecrets(context, first);
    return () => {
      if (begun) context.notice(`Serving on ${config.publicUrl}; reference at ${config.publicUrl}/docs`);
    };
  });
}

/** Prepares an installation that nobody is served from yet. Answers what to say once it listens, on `url`. */
type Prepare = (installation: Installation) => Promise<(url: string) => void>;

/** Serves what the settings name until told to stop. */
export async function serveWith(context: Context, config: Config, prepare: Prepare): Promise<void> {
  const unlock = takeFolder(config);
  const log: LogOptions = { level: config.logLevel };
  let report = (error: Error) => context.notice(error.message);
  const installation = await openInstallation(config, (error) => report(error));
  try {
    const sayReady = await prepare(installation);
    const app = await buildApp({
      config,
      database: installation.database,
      secrets: installation.secrets,
      clock: () => new Date(),
      log,
      version: context.version,
    });
    report = (error) => app.log.warn({ cause: error.message }, 'a database connection broke');
    sayReady(await app.listen({ host: config.host, port: config.port }));
    const expiry = hourly(
      async (stopping) => {
        const deleted = await expireEntries(installation.database, new Date(), stopping);
        if (deleted.entries + deleted.receipts > 0) app.log.info(deleted, 'deleted what has expired');
      },
      (error) => app.log.error({ err: error }, 'what has expired could not be deleted'),
    );

    await context.stopped;
    const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
    await app.close();
    await expiry.stop();
    clearTimeout(timer);
  } finally {
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
