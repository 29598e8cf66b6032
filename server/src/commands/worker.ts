import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { deliver } from '../delivery/deliver.ts';
import { openSender } from '../delivery/send.ts';
import { openLog } from '../http/logging.ts';
import { CommandError, type Context } from './context.ts';
import { openInstallation } from './installation.ts';
import { oneProcess } from './serve.ts';

/** Longest wait for what is being sent when the worker is told to stop. */
const stopTimeoutMs = 9_000;

/** `accueil worker`. */
export function workerCommand(program: Command, context: Context): void {
  program
    .command('worker')
    .description('deliver webhooks until told to stop, beside « serve --without-worker » (PostgreSQL)')
    .action(() => worker(context));
}

async function worker(context: Context): Promise<void> {
  const config = parseConfig(context.env);
  if (config.database.engine === 'sqlite') throw new CommandError(oneProcess);
  const log = openLog({ level: config.logLevel });
  const { database, secrets, close } = await openInstallation(config, (error) =>
    log.warn({ cause: error.message }, 'a database connection broke'),
  );
  const clock = () => new Date();
  const sender = openSender({ allow: config.webhookAllow, clock });
  try {
    const loop = deliver({ database, send: sender.send, decrypt: secrets.decrypt, clock, log });
    log.info('delivering webhooks');
    await context.stopped;
    await loop.stop(stopTimeoutMs);
  } finally {
    await sender.close();
    await close();
  }
}
