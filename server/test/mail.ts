import assert from 'node:assert/strict';
import type { Engine } from '../src/database/port.ts';
import { claimMails, isMailDue } from '../src/mail/claim.ts';
import { completeMails } from '../src/mail/complete.ts';
import { areDeferredDue, hourlyLimit, maxMailsAnHour, writeDeferred } from '../src/mail/held.ts';
import { type MailReport, mailRounds, type Round } from '../src/mail/round.ts';
import { openSmtp } from '../src/mail/smtp.ts';
import { areNotificationsPending, notifyImmediately } from '../src/mail/tell.ts';
import { countMails, findMails, mailStates } from '../src/outbox/mails.ts';
import { expireMails } from '../src/outbox/purge.ts';
import { resendMail } from '../src/outbox/resend.ts';
import { number } from './rows.ts';
import { startService, type TestService } from './service.ts';
import { openSmtpReceiver, type SmtpLogin, type SmtpReceiver } from './smtp.ts';

/** A service that sends mails through a real SMTP server, when a test says so. */
export interface MailHouse {
  readonly service: TestService;
  readonly smtp: SmtpReceiver;
  /** Does all that is due by the service's clock. */
  readonly round: Round;
  /** The same in another process. */
  readonly otherRound: Round;
  /** What became of every attempt so far. */
  readonly reports: readonly MailReport[];
  close(): Promise<void>;
}

export const mailSender = 'Accueil <accueil@example.org>';

/** Settings with which notices are written, and nothing is sent unless somebody does. */
export const mailOn = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: mailSender };

/** Every statement about mails, once or more, on a service with {@link mailOn} to which something has been sent. */
export async function useMail({ database, clock, config: { publicUrl } }: TestService): Promise<void> {
  const now = clock.now.toISOString();
  assert.equal(await areNotificationsPending(database.read), true);
  await database.batch(notifyImmediately, [{ publicUrl }], now);
  const userId = await number(database, 'select max(id) from users');
  await database.write(async (tx) => {
    const room = hourlyLimit(tx, now);
    for (let i = 0; i <= maxMailsAnHour; i++) await room.take(userId, 1);
  });
  const anHourLater = new Date(clock.now.getTime() + 60 * 60_000);
  assert.equal(await areDeferredDue(database.read, anHourLater), true);
  await database.batch(writeDeferred, [{ publicUrl }], anHourLater.toISOString());
  assert.equal(await isMailDue(database.read, clock.now), true);
  const [claimed = []] = await database.batch(claimMails, [4], now);
  for (const verdict of ['retry', 'sent'] as const) {
    await database.batch(
      completeMails,
      claimed.map(({ id }) => ({ id, verdict, nextAt: verdict === 'retry' ? now : null, cause: null })),
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
  const service = await startService(engine, { SMTP_URL: smtp.url, MAIL_FROM: mailSender, ...env });
  const { mail, publicUrl } = service.config;
  if (mail === undefined) throw new Error('Mail is off');
  const clock = () => service.clock.now;
  const reports: MailReport[] = [];
  const send = await openSmtp(mail, clock);
  const newRound = () =>
    mailRounds({
      database: service.database,
      send,
      clock,
      random: () => 0,
      publicUrl,
      onAttempt: (report) => reports.push(report),
      stopping: new AbortController().signal,
      abandoned: new AbortController().signal,
    });
  return {
    service,
    smtp,
    round: newRound(),
    otherRound: newRound(),
    reports,
    async close() {
      await smtp.close();
      await service.close();
    },
  };
}
