import { join } from 'node:path';
import type { Command } from 'commander';
import { parisDay } from '../clock.ts';
import { type Config, parseConfig } from '../config.ts';
import { update } from '../store/rows.ts';
import type { Context } from './context.ts';
import { type Prepare, serveWith } from './serve.ts';

/** `accueil demo`. */
export function demoCommand(program: Command, context: Context): void {
  program
    .command('demo')
    .description('serve a year of demo data, on this machine only')
    .addHelpText(
      'after',
      `
The data are kept in demo-data, in DATA_DIR or the current folder; delete that folder to begin anew.
Only the settings DATA_DIR, PORT and LOG_LEVEL apply: a demo can't reach anything real.`,
    )
    .action(() => demo(context));
}

async function demo(context: Context): Promise<void> {
  const settings = demoConfig(context.env);
  // Imported lazily: other commands need not load the demo's names and towns.
  const { fillDemo } = await import('../demo/fill.ts');
  const { demoCredentials, linesToTry, signInLines } = await import('../demo/accounts.ts');
  const { openDemoMailbox, openDemoReceiver } = await import('../demo/receiver.ts');
  let secret: string | undefined;
  const receiver = await openDemoReceiver(receiverPort(settings), () => secret);
  const mailbox = await openDemoMailbox(receiver.show);
  const server = { host: '127.0.0.1', port: mailbox.port, secure: false, login: undefined };
  const from = { name: 'Accueil', address: 'accueil@example.org' };
  // With a port of the system's choice, links in receipts would lead nowhere.
  const linkUrl = settings.port === 0 ? undefined : settings.publicUrl;
  const config = { ...settings, linkUrl, mail: { server, from } };
  const webhookUrl = `${receiver.url}/webhooks`;
  try {
    const prepare: Prepare = async ({ database, secrets }) => {
      const now = new Date();
      // Before there is an endpoint: what was done in that year is no news to a site.
      const isNew = await fillDemo(database, { secrets, now });
      if (isNew && context.terminal) context.notice(`A year of demo data is in ${config.dataDir}.`);
      const credentials = await demoCredentials(database, { secrets, now }, webhookUrl);
      secret = credentials.webhookSecret;
      // The port may have changed since the last start.
      await database.transaction((tx) =>
        update(tx, 'endpoints', credentials.endpointId, { url: webhookUrl }),
      );
      return (url) => {
        context.print(`Serving demo data from ${config.dataDir} on ${url}; reference at ${url}/docs`);
        for (const line of signInLines(url, receiver.url, credentials)) context.print(line);
        context.print('Try, in another terminal:\n');
        for (const line of linesToTry(url, credentials, parisDay(now).slice(0, 4))) context.print(line);
        context.print('\nCtrl-C stops it.');
      };
    };
    // Made-up data may be lost.
    await serveWith(context, config, prepare, { isNew: true });
  } finally {
    await mailbox.close();
    await receiver.close();
  }
}

/** Returns the port after the demo's own, or 0 for any free one. */
function receiverPort({ port }: Config): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

/** Returns the demo's own settings. Only the folder, port and log level of a real installation are used. */
function demoConfig(env: Context['env']): Config {
  return parseConfig({
    DATA_DIR: join(env.DATA_DIR?.trim() || '.', 'demo-data'),
    HOST: '127.0.0.1',
    PORT: env.PORT,
    LOG_LEVEL: env.LOG_LEVEL?.trim() || 'warn',
    WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
  });
}
