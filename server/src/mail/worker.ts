import type { Clock } from '../clock.ts';
import { type DeliveryLog, logWorkerError } from '../outbox/delivery-log.ts';
import type { Limits } from '../outbox/delivery-slots.ts';
import { openMailQueue } from '../outbox/open-queue.ts';
import { unanswered } from '../outbox/outcome.ts';
import type { ClaimedMail } from '../outbox/queues.ts';
import { type Report, type Sender, startWorker, type Worker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import type { Day } from '../store/tables.ts';
import { digestDay, writeDigests } from './digest.ts';
import { areDeferredDue, writeDeferred } from './hourly-limit.ts';
import { areNotificationsPending, notifyImmediately } from './notify.ts';
import { mailSchedule } from './schedule.ts';
import type { SendMail } from './smtp.ts';

/** For retries, for the digest of the morning, for what killed processes have left. */
const pollIntervalMs = 5_000;
const limits: Limits = {
  perDestination: 4,
  inAll: 4,
  // An address that the server refuses says nothing about the other mails.
  failing: undefined,
  unrecorded: 4,
  claimed: 4,
};

export interface MailWorkerOptions {
  readonly database: Database;
  readonly send: SendMail;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly log: DeliveryLog;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: string) => void) | undefined;
}

export type MailReport = Report<ClaimedMail>;

/** Notifies staff by mail of what arrives, until it is stopped, with a line in the log for each attempt. */
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

/** Writes the mails that are due, then sends them. It reads before it writes: a poll with nothing to do costs little. */
export function mailSender({
  database,
  send,
  clock,
  publicUrl,
}: Omit<MailWorkerOptions, 'log' | 'onAttempt'>): Sender<ClaimedMail> {
  let lastDigest: Day | undefined;

  async function writeNotifications(stopping: AbortSignal): Promise<void> {
    // First: it is one of the mails of the new hour.
    while (!stopping.aborted && (await areDeferredDue(database.read, clock()))) {
      await database.write(writeDeferred, { publicUrl }, clock());
    }
    while (!stopping.aborted && (await areNotificationsPending(database.read))) {
      const count = await database.write(notifyImmediately, { publicUrl }, clock());
      // Another process has the rest.
      if (count === 0) return;
    }
  }

  async function writeDigest(stopping: AbortSignal): Promise<void> {
    const day = digestDay(clock());
    if (day === undefined || day === lastDigest || stopping.aborted) return;
    await database.write(writeDigests, { publicUrl, day }, clock());
    lastDigest = day;
  }

  return {
    schedule: mailSchedule,
    limits,
    async prepare(stopping) {
      await writeNotifications(stopping);
      await writeDigest(stopping);
    },
    async send({ messageId, to, subject, body, isDisabled }) {
      if (isDisabled)
        return { ...unanswered, kind: 'rejected', failureReason: 'The user has been disabled', ms: 0 };
      return send({ messageId, to, subject, text: body });
    },
  };
}

/** One line for each attempt, without the address and what the mail says. */
function logAttempt(log: DeliveryLog, { delivery, outcome, verdict, nextAt }: MailReport): void {
  const { id, messageId, userId, attempts } = delivery;
  const line = {
    mail: id,
    messageId,
    user: userId,
    attempt: attempts + 1,
    cause: outcome.failureReason,
    nextAt,
  };
  switch (verdict) {
    case 'delivered':
      log.info(line, 'mail sent');
      break;
    case 'retry':
      log.warn(line, 'mail not sent: it waits');
      break;
    case 'failed':
    // No mail server is « gone »: outcomes of mails are never of that kind.
    case 'gone':
      log.error(line, 'mail given up');
      break;
    default:
      verdict satisfies never;
  }
}
