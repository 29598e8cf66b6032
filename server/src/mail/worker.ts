import { type Clock, hourMs, minuteMs } from '../clock.ts';
import type { Refusal } from '../french/refusals.ts';
import type { Schedule } from '../outbox/backoff.ts';
import { type AttemptMessages, type DeliveryLog, logWorkerError } from '../outbox/delivery-log.ts';
import type { Limits } from '../outbox/delivery-slots.ts';
import { withoutAddress } from '../outbox/mail-list.ts';
import { type OpenQueue, openNoticeQueue } from '../outbox/open-queue.ts';
import { unanswered } from '../outbox/outcome.ts';
import type { Claimed, ClaimedNotice } from '../outbox/queues.ts';
import { type Report, type Sender, startWorker, type Worker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import type { Day, Instant } from '../store/tables.ts';
import { digestDay, writeDigests } from './digest.ts';
import { isMailDue, writeNextMail } from './next-mail.ts';
import { areNotificationsPending, notifyImmediately } from './notify.ts';
import { findOverdue, notifyOverdue } from './overdue.ts';
import type { SendMail } from './smtp.ts';
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

/** For retries, for what is due by the clock, and for rows left by killed processes. */
const pollIntervalMs = 5_000;
export const mailLimits: Limits = {
  // A gateway of SMS that hangs leaves those to the mail server.
  perDestination: 4,
  inAll: 8,
  // One refused address says nothing about the other mails.
  failing: undefined,
  unrecorded: 8,
  claimed: 4,
};

interface WorkerOptions<C extends Claimed> {
  /** What a row is called in the log. */
  readonly name: 'notice' | 'letter';
  readonly queue: OpenQueue<C>;
  readonly sender: Sender<C>;
  readonly clock: Clock;
  readonly log: DeliveryLog;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?: ((verdict: string) => void) | undefined;
}

/** Sends what a queue has for a mail server until it is stopped. Logs a line per attempt, without the address or the content. */
export function startSending<C extends Claimed & { readonly messageId: string; readonly to: string }>({
  name,
  log,
  onAttempt,
  ...options
}: WorkerOptions<C>): Worker {
  return startWorker({
    ...options,
    pollIntervalMs,
    onAttempt({ delivery, outcome, verdict, nextAt }: Report<C>) {
      onAttempt?.(verdict === 'delivered' ? 'sent' : verdict);
      const { id, messageId, to, attempts } = delivery;
      const [level, message] = messages[verdict];
      const cause = outcome.failureReason === null ? null : withoutAddress(outcome.failureReason, to);
      log[level]({ [name]: id, messageId, attempt: attempts + 1, cause, nextAt }, message);
    },
    onError: (error) =>
      logWorkerError(log, error, {
        unavailable: 'mails wait for the database',
        failed: 'mails could not be written, or what became of them not recorded',
      }),
  });
}

const messages: AttemptMessages = {
  delivered: ['info', 'mail sent'],
  retry: ['warn', 'mail not sent: it waits'],
  // Only webhooks have this outcome.
  gone: ['error', 'mail given up'],
  failed: ['error', 'mail given up'],
};

interface NoticeOptions {
  readonly database: Database;
  readonly send: SendMail;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Decrypts the body of a notice that holds a secret. */
  readonly decrypt: (body: string) => string;
}

/** Notifies staff of new entries by mail until it is stopped. */
export function startMailWorker({
  log,
  onAttempt,
  ...options
}: NoticeOptions & Pick<WorkerOptions<ClaimedNotice>, 'log' | 'onAttempt'>): Worker {
  const { database, clock } = options;
  const queue = openNoticeQueue(database, clock);
  return startSending({ name: 'notice', queue, sender: noticeSender(options), clock, log, onAttempt });
}

/** Writes the notices that are due, then sends them. Reads before it writes, so that an idle poll is cheap. */
export function noticeSender({
  database,
  send,
  clock,
  publicUrl,
  decrypt,
}: NoticeOptions): Sender<ClaimedNotice> {
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
  }

  return {
    schedule: mailSchedule,
    limits: mailLimits,
    async prepare(stopping) {
      await checkEachMinute(stopping);
      await writeNotifications(stopping);
      await writeDigest(stopping);
    },
    async send({ messageId, to, subject, isDisabled, isSecret }, body) {
      const rejected = (failureReason: Refusal) =>
        ({ ...unanswered, kind: 'rejected', failureReason, ms: 0 }) as const;
      if (isDisabled) return rejected('user-disabled');
      const text = isSecret ? decrypted(body) : body;
      return text === undefined ? rejected('secret-key') : send({ messageId, to, subject, text });
    },
  };
}
