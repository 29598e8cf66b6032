import { type Clock, hourMs, minuteMs } from '../clock.ts';
import { withLink } from '../french/objection-link.ts';
import type { Refusal } from '../french/refusals.ts';
import { isTooLongForSms } from '../french/sms.ts';
import type { Schedule } from '../outbox/backoff.ts';
import { type AttemptMessages, type DeliveryLog, logWorkerError } from '../outbox/delivery-log.ts';
import type { Limits } from '../outbox/delivery-slots.ts';
import { withoutAddress } from '../outbox/mails.ts';
import { openMailQueue } from '../outbox/open-queue.ts';
import { unanswered } from '../outbox/outcome.ts';
import type { ClaimedLetter, ClaimedMail } from '../outbox/queues.ts';
import { type Report, type Sender, startWorker, type Worker } from '../outbox/worker.ts';
import type { SendSms } from '../sms/send.ts';
import type { Database } from '../store/database.ts';
import type { Day, Instant } from '../store/tables.ts';
import { digestDay, writeDigests } from './digest.ts';
import { isMailDue, writeNextMail } from './next-mail.ts';
import { areNotificationsPending, notifyImmediately } from './notify.ts';
import { findOverdue, notifyOverdue } from './overdue.ts';
import { isReminderDue, writeReminders } from './privacy-reminders.ts';
import { automaticUses, refusalOf } from './refusal.ts';
import type { SendMail } from './smtp.ts';
import { isTokenReminderDue, writeTokenReminders } from './token-reminders.ts';
import { visitRefusal } from './visit-refusal.ts';
import { countWaiting } from './waiting.ts';

/** Nine attempts in about a day. */
export const mailSchedule: Schedule = {
  pausesMs: [
    0,
    minuteMs,
    5 * minuteMs,
    20 * minuteMs,
    hourMs,
    2 * hourMs,
    4 * hourMs,
    8 * hourMs,
    8 * hourMs,
  ],
  maxRetryAfterMs: 0,
};

/** For retries, for the morning digest and for mails left by killed processes. */
const pollIntervalMs = 5_000;
const limits: Limits = {
  // A gateway of SMS that hangs leaves those to the mail server.
  perDestination: 4,
  inAll: 8,
  // One refused address says nothing about the other mails.
  failing: undefined,
  unrecorded: 8,
  claimed: 4,
};

interface MailWorkerOptions {
  readonly database: Database;
  readonly send: SendMail;
  /** Undefined while SMS are off. */
  readonly sendSms?: SendSms | undefined;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Decrypts the body of a mail that holds a secret. */
  readonly decrypt: (body: string) => string;
  /** Handles a batch of the receipts that are asked for. Returns how many it has handled. */
  readonly writeReceipts: (now: Date) => Promise<number>;
  /** Where the recipient says that they want no more messages; undefined without an address for it. */
  readonly unsubscribeUrl: (letter: ClaimedLetter) => Promise<string | undefined>;
  /** Writes the reminders of visits that are due; called once a minute. */
  readonly remind: (database: Database, now: Date) => Promise<void>;
  /** By which objections are found; as in secrets.ts. */
  readonly contentKey: string;
  readonly log: DeliveryLog;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: string) => void) | undefined;
}

export type MailReport = Report<ClaimedMail>;

/** Notifies staff of new entries by mail until it is stopped. Logs a line per attempt. */
export function startMailWorker({ log, onAttempt, ...options }: MailWorkerOptions): Worker {
  const { database, clock } = options;
  return startWorker({
    queue: openMailQueue(database, clock),
    sender: mailSender(options),
    clock,
    pollIntervalMs,
    onAttempt(report) {
      onAttempt?.(report.verdict === 'delivered' ? 'sent' : report.verdict);
      logAttempt(log, report);
    },
    onError: (error) =>
      logWorkerError(log, error, {
        unavailable: 'mails wait for the database',
        failed: 'mails could not be written, or what became of them not recorded',
      }),
  });
}

/** Writes the mails that are due, then sends them. Reads before it writes, so that an idle poll is cheap. */
export function mailSender({
  database,
  send,
  sendSms,
  clock,
  publicUrl,
  remind,
  contentKey,
  decrypt,
  writeReceipts,
  unsubscribeUrl,
}: Omit<MailWorkerOptions, 'log' | 'onAttempt'>): Sender<ClaimedMail> {
  let lastDigest: Day | undefined;
  let lastCheck: Instant | undefined;

  async function writeNotifications(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && (await areNotificationsPending(database.read))) {
      // Another process has locked the remaining ones.
      if ((await database.write(notifyImmediately, {}, clock())) === 0) break;
    }
    while (!stopping.aborted && (await isMailDue(database.read, clock()))) {
      await database.write(writeNextMail, { publicUrl }, clock());
    }
  }

  function decrypted(body: string): string | undefined {
    try {
      return decrypt(body);
    } catch {
      return undefined;
    }
  }

  async function writeDigest(stopping: AbortSignal): Promise<void> {
    const day = digestDay(clock());
    if (day === undefined || day === lastDigest || stopping.aborted) return;
    const waiting = await countWaiting(database.background, day);
    await database.write(writeDigests, { publicUrl, day, waiting }, clock());
    lastDigest = day;
  }

  /** Once a minute: each check reads every lead to call. */
  async function checkEachMinute(stopping: AbortSignal): Promise<void> {
    const now = clock();
    const minute = now.toISOString().slice(0, 16);
    if (minute === lastCheck || stopping.aborted) return;
    // Before it: what fails here must not keep the mails that wait from leaving.
    lastCheck = minute;
    const ids = await findOverdue(database.background, now);
    if (ids.length > 0) await database.write(notifyOverdue, { ids }, now);
    await remind(database, now);
  }

  return {
    schedule: mailSchedule,
    limits,
    async prepare(stopping) {
      await checkEachMinute(stopping);
      await writeNotifications(stopping);
      if (!stopping.aborted && (await isReminderDue(database.read, clock())))
        await database.write(writeReminders, { publicUrl }, clock());
      if (!stopping.aborted && (await isTokenReminderDue(database.read, clock())))
        await database.write(writeTokenReminders, { publicUrl }, clock());
      await writeDigest(stopping);
      // Last: staff come first. It leaves out what another process works on.
      while (!stopping.aborted && (await writeReceipts(clock())) > 0);
    },
    async send({ messageId, to, subject, isDisabled, isSecret, letter }, body) {
      const rejected = (failureReason: Refusal) =>
        ({ ...unanswered, kind: 'rejected', failureReason, ms: 0 }) as const;
      if (isDisabled) return rejected('user-disabled');
      if (letter !== undefined) {
        // It was claimed before.
        if (body === '') return rejected('removed');
        const refusal =
          (await refusalOf(database.read, letter, { contentKey, now: clock() })) ??
          (await visitRefusal(database.read, letter, clock()));
        if (refusal !== undefined) return rejected(refusal);
        const unsubscribe = letter.unsubscribe ? await unsubscribeUrl(letter) : undefined;
        if (letter.unsubscribe && unsubscribe === undefined) return rejected('no-link');
        const text =
          unsubscribe === undefined ? body : withLink(body, unsubscribe, letter.channel, letter.use);
        if (letter.channel === 'sms') {
          // One that is sent again may have had no link before.
          if (unsubscribe !== undefined && isTooLongForSms(text)) return rejected('sms-too-long');
          // Another process may send them, or this one with the settings that it lacks.
          const off = { ...unanswered, failureReason: 'sms-off' satisfies Refusal, ms: 0 };
          return sendSms?.({ to, text }) ?? off;
        }
        const { use, sender, replyTo, calendar: content } = letter;
        const method = use === 'visit-cancelled' ? ('CANCEL' as const) : ('REQUEST' as const);
        const calendar = content === null ? undefined : { method, content };
        const from = { name: sender, replyTo };
        const isAutomatic = automaticUses.has(use);
        const mail = { messageId, to, from, subject, text, calendar, isAutomatic };
        return send(unsubscribe === undefined ? mail : { ...mail, unsubscribe });
      }
      if (!isSecret) return send({ messageId, to, subject, text: body });
      const text = decrypted(body);
      if (text === undefined) return rejected('secret-key');
      return send({ messageId, to, subject, text });
    },
  };
}

const messages: AttemptMessages = {
  delivered: ['info', 'mail sent'],
  retry: ['warn', 'mail not sent: it waits'],
  // Only webhooks have this outcome.
  gone: ['error', 'mail given up'],
  failed: ['error', 'mail given up'],
};

/** Logs an attempt, without the address or the content of the mail. */
function logAttempt(log: DeliveryLog, { delivery, outcome, verdict, nextAt }: MailReport): void {
  const { id, messageId, userId, attempts } = delivery;
  const [level, message] = messages[verdict];
  const attempt = attempts + 1;
  const cause = outcome.failureReason === null ? null : withoutAddress(outcome.failureReason, delivery.to);
  log[level]({ mail: id, messageId, user: userId, attempt, cause, nextAt }, message);
}
