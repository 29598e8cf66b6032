import { mkdirSync } from 'node:fs';
import { buildApp } from '../app.ts';
import { type Config, parseConfig } from '../config.ts';
import { lockFolder } from '../database/folder-lock.ts';
import type { LogOptions } from '../http/logging.ts';
import type { Context } from './context.ts';
import { type Installation, openInstallation } from './installation.ts';

/** Longest wait for requests that run when the service is told to stop. */
const stopTimeoutMs = 9_000;

/** `accueil serve`: serves until told to stop. */
export async function serve(context: Context): Promise<void> {
  const config = parseConfig(context.env);
  const unlock = takeFolder(config);
  const log: LogOptions = { level: config.logLevel };
  let report = (error: Error) => context.notice(error.message);
  const installation = await openInstallation(config, (error) => report(error));
  const app = await buildApp({
    config,
    database: installation.database,
    secrets: installation.secrets,
    clock: () => new Date(),
    log,
    version: context.version,
  });
  report = (error) => app.log.warn({ cause: error.message }, 'a database connection broke');
  await app.listen({ host: config.host, port: config.port });
  announce(context, config, installation);

  await context.stopped;
  const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
  await app.close();
  clearTimeout(timer);
  await installation.close();
  unlock();
}

function takeFolder(config: Config): () => void {
  if (config.database.engine === 'postgres') return () => undefined;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(config.dataDir);
}

/** Shows the secrets of a first start, this once. */
function announce({ notice }: Context, config: Config, { first }: Installation): void {
  if (first === undefined) return;
  notice('This database was empty: it begins with nine fictional residences, a caller and a partner.');
  if (first.password !== undefined) notice(`  Password of the caller « site »: ${first.password}`);
  if (first.token !== undefined) notice(`  Token of the partner « partner »: ${first.token}`);
  if (first.password !== undefined || first.token !== undefined) notice('  They are shown this once.');
  notice(`  Serving on ${config.publicUrl}; reference at ${config.publicUrl}/docs`);
}
