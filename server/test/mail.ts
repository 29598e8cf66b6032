import assert from 'node:assert/strict';
import type { Engine } from '../src/database/port.ts';
import { areDeferredDue, hourlyLimit, maxMailsAnHour, writeDeferred } from '../src/mail/hourly-limit.ts';
import { areNotificationsPending, notifyImmediately } from '../src/mail/notify.ts';
import { mailSchedule } from '../src/mail/schedule.ts';
import { openSmtp } from '../src/mail/smtp.ts';
import { type MailReport, mailSender } from '../src/mail/worker.ts';
import { longestPausesMs } from '../src/outbox/backoff.ts';
import { completeMails } from '../src/outbox/complete.ts';
import { countMails, findMails, mailStates } from '../src/outbox/mails.ts';
import { openMailQueue } from '../src/outbox/open-queue.ts';
import { expireMails } from '../src/outbox/purge.ts';
import { resendMail } from '../src/outbox/resend.ts';
import { startWorker, type Worker } from '../src/outbox/worker.ts';
import { number } from './rows.ts';
import { startService, type TestService } from './service.ts';
import { openSmtpReceiver, type SmtpLogin, type SmtpReceiver } from './smtp.ts';

/** A service that sends mails through a real SMTP server, when a test says so. */
export interface MailHouse {
  readonly service: TestService;
  readonly smtp: SmtpReceiver;
  /** Does all that is due by the service's clock. */
  readonly round: () => Promise<void>;
  /** The same in another process, where there may be several. */
  readonly otherRound: () => Promise<void>;
  /** What became of every attempt so far. */
  readonly reports: readonly MailReport[];
  close(): Promise<void>;
}

export const mailFrom = 'Accueil <accueil@example.org>';

/** Settings with which notices are written, and nothing is sent unless somebody does. */
export const mailOn = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: mailFrom };

/** Every statement about mails, once or more, on a service with {@link mailOn} to which something has been sent. */
export async function useMail({ database, clock, config: { publicUrl } }: TestService): Promise<void> {
  const now = clock.now.toISOString();
  assert.equal(await areNotificationsPending(database.read), true);
  await database.batch(notifyImmediately, [{ publicUrl }], now);
  const userId = await number(database, 'select max(id) from users');
  await database.write(async (tx) => {
    const limit = hourlyLimit(tx, now);
    for (let i = 0; i <= maxMailsAnHour; i++) await limit.take(userId, 1);
  });
  const anHourLater = new Date(clock.now.getTime() + 60 * 60_000);
  assert.equal(await areDeferredDue(database.read, anHourLater), true);
  await database.batch(writeDeferred, [{ publicUrl }], anHourLater.toISOString());
  const queue = openMailQueue(database, () => now);
  await queue.endLongWaits(longestPausesMs(mailSchedule), now);
  const request = { failing: 0, perDestination: 4, inAll: 4, except: [] } as const;
  assert.equal(await queue.claims.earliest(request, now), now);
  const claimed = await queue.claims.take(request, now);
  await queue.claims.giveBack(claimed, now);
  for (const verdict of ['retry', 'delivered'] as const) {
    await database.batch(
      completeMails,
      claimed.map(({ id, attempts, destinationId }) => {
        const result = { at: now, status: null, ms: 1, failureReason: null, responseExcerpt: '' };
        return { id, attempts, destinationId, ...result, verdict, nextAt: verdict === 'retry' ? now : null };
      }),
      now,
    );
  }
  for (const { id } of claimed) await database.write((tx) => resendMail(tx, id, now));
  for (const state of [undefined, ...mailStates]) {
    for (const backwards of [false, true]) {
      await findMails(database.read, state, { from: 1, backwards, size: 26 });
    }
    await countMails(database.read, state, 10_001);
  }
  const later = new Date(clock.now.getTime() + 400 * 24 * 60 * 60_000);
  assert.equal((await expireMails(database, later)) > 0, true);
}

export async function openMailHouse(
  engine: Engine,
  { login, env = {} }: { readonly login?: SmtpLogin; readonly env?: Record<string, string> } = {},
): Promise<MailHouse> {
  const smtp = await openSmtpReceiver(login);
  const service = await startService(engine, { SMTP_URL: smtp.url, MAIL_FROM: mailFrom, ...env });
  const { mail, publicUrl } = service.config;
  if (mail === undefined) throw new Error('Mail is off');
  const clock = () => service.clock.now;
  const reports: MailReport[] = [];
  const send = await openSmtp(mail, clock);
  const { database } = service;
  const workers: Worker[] = [];
  /** A process that works when it is told to, and not when it is woken. */
  const process = () => {
    let worker: Worker | undefined;
    return async () => {
      if (worker === undefined) {
        worker = startWorker({
          queue: { ...openMailQueue(database, () => clock().toISOString()), watch: () => () => undefined },
          sender: mailSender({ database, send, clock, publicUrl }),
          clock,
          random: () => 0,
          wait: () => () => undefined,
          pollIntervalMs: 60_000,
          onAttempt: (report) => reports.push(report),
          onError: (error) => assert.fail(String(error)),
        });
        workers.push(worker);
      }
      await worker.poll();
    };
  };
  const round = process();
  return {
    service,
    smtp,
    round,
    otherRound: engine === 'postgres' ? process() : round,
    reports,
    async close() {
      for (const worker of workers) await worker.stop(5_000);
      await smtp.close();
      await service.close();
    },
  };
}
