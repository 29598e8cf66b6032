import type { Command } from 'commander';
import { type Config, parseConfig } from '../config.ts';
import { tryEntry } from '../entries/create/trial-entry.ts';
import { openStandardOutput } from '../http/log-output.ts';
import { openLog, plainLog, reportDroppedLines } from '../http/logging.ts';
import type { MonitoringOptions } from '../http/monitoring.ts';
import { startLetterWorker } from '../letters/sender.ts';
import { openSmtp } from '../mail/smtp.ts';
import { startMailWorker } from '../mail/worker.ts';
import { openLedgerFile, unwrittenLedger } from '../privacy/ledger/file.ts';
import { ledgerFileOf } from '../privacy/ledger/read.ts';
import { openSms } from '../sms/send.ts';
import { watchSchema } from '../store/schema-watch.ts';
import { openSender } from '../webhooks/send.ts';
import { startWebhookWorker } from '../webhooks/worker.ts';
import { CommandError, type Context } from './context.ts';
import { requireFreePort } from './free-port.ts';
import { hourly } from './hourly.ts';
import { openInstallation } from './installation.ts';
import { withCommit } from './release.ts';
import { oneProcess } from './serve.ts';
import { ignoreStopped, unlessStopped } from './unless-stopped.ts';

/** How long the worker waits for running deliveries when told to stop. */
const stopTimeoutMs = 7_000;

/** `accueil worker`. */
export function workerCommand(program: Command, context: Context): void {
  program
    .command('worker')
    .description(
      'deliver webhooks, and mails to staff, until told to stop, beside « serve --without-worker » (PostgreSQL)',
    )
    .action(() => worker(context).catch(ignoreStopped));
}

async function worker(context: Context): Promise<void> {
  const config = parseConfig(context.env);
  if (config.database.engine === 'sqlite') throw new CommandError(oneProcess);
  // It listens with a metrics token alone.
  if (config.metricsToken !== undefined) await requireFreePort(config);
  const output = openStandardOutput();
  const log = openLog({ level: config.logLevel, stream: output });
  reportDroppedLines(log, output);
  const onProblem = (error: Error) => log.warn({ cause: error.message }, 'trouble with the database');
  const { database, secrets, migrated, close } = await unlessStopped(
    context,
    (onWait) => openInstallation(config, { onProblem, onWait }),
    (opened) => opened.close(),
  );
  if (migrated.length > 0)
    log.info({ applied: migrated, version: withCommit(context.version) }, 'the schema is up to date now');
  const { clock } = database;
  const ready = () => database.ready(tryEntry, { notifyStaff: config.mail !== undefined });
  const sender = openSender({ allow: config.webhookAllow, clock });
  const monitoring = await monitor(config, { ready, log, droppedLines: output.dropped });
  const ledger = openLedgerFile({
    ...{ database, secrets, clock, file: ledgerFileOf(config.dataDir) },
    onRemark: (remark) => log.warn(remark),
    onProblem: (error) => log.error({ err: error }, unwrittenLedger),
  });
  try {
    // No site may be sent what was erased.
    await ledger.complete();
    await monitoring?.app.listen({ host: config.host, port: config.port });
    const webhooks = startWebhookWorker({
      database,
      send: sender.send,
      decrypt: secrets.decrypt,
      clock,
      log: plainLog(log),
      onAttempt: monitoring?.metrics.attempt,
    });
    const { mail, sms, publicUrl, linkUrl, receiptsPerHour } = config;
    const workers = [webhooks];
    if (mail !== undefined) {
      const sending = {
        database,
        clock,
        send: openSmtp(mail, clock),
        log,
        onAttempt: monitoring?.metrics.mail,
      };
      const sendSms = sms && openSms(sms, sender.post, clock);
      const onReceipt = monitoring?.metrics.receipt;
      workers.push(
        startMailWorker({ ...sending, publicUrl, decrypt: secrets.decrypt }),
        startLetterWorker({ ...sending, secrets, sendSms, linkUrl, receiptsPerHour, onReceipt }),
      );
    }
    const comparing = hourly(ledger.complete, (error) =>
      log.warn({ err: error }, 'the ledger of erasures could not be compared'),
    );
    const stop = () =>
      Promise.all([...workers.map((worker) => worker.stop(stopTimeoutMs)), comparing.stop()]);
    watchSchema(database, () => {
      log.error(
        'the schema has become newer than this accueil: it delivers nothing; start the newer version',
      );
      void stop();
    });
    log.info(mail === undefined ? 'delivering webhooks' : 'delivering webhooks and mails');
    await context.stopped;
    await stop();
  } finally {
    await ledger.close();
    await monitoring?.app.close();
    await sender.close();
    await close();
    await output.close();
  }
}

/** Opens the monitoring endpoints if a metrics token is set. Imported lazily: the module is slow to load. */
async function monitor({ metricsToken: token }: Config, options: Omit<MonitoringOptions, 'token'>) {
  if (token === undefined) return undefined;
  const { openMonitoring } = await import('../http/monitoring.ts');
  return openMonitoring({ ...options, token });
}
