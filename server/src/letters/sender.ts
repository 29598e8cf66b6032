import type { Clock } from '../clock.ts';
import { findEntry } from '../entries/change/row.ts';
import { objectionLink, objectionToken } from '../entries/search/objection-token.ts';
import { withLink } from '../french/objection-link.ts';
import type { Refusal } from '../french/refusals.ts';
import { isTooLongForSms } from '../french/sms.ts';
import type { SendMail } from '../mail/smtp.ts';
import { mailLimits, mailSchedule, startSending } from '../mail/worker.ts';
import type { DeliveryLog } from '../outbox/delivery-log.ts';
import { openLetterQueue } from '../outbox/open-queue.ts';
import { unanswered } from '../outbox/outcome.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Sender, Worker } from '../outbox/worker.ts';
import type { Secrets } from '../secrets.ts';
import type { SendSms } from '../sms/send.ts';
import type { Database } from '../store/database.ts';
import { completeLetters } from './given-up.ts';
import { areReceiptsPending, type ReceiptOutcome, writeReceipts } from './receipts.ts';
import { automaticUses, refusalOf, visitRefusal } from './refusal.ts';
import { openReminders } from './reminders.ts';

interface LetterOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly send: SendMail;
  /** Undefined while SMS are off. */
  readonly sendSms?: SendSms | undefined;
  /** What links in letters begin with; undefined when there are none. */
  readonly linkUrl: string | undefined;
  /** How many receipts one caller may cause within an hour. */
  readonly receiptsPerHour: number;
  /** Called for each receipt that a password asks for, for the metrics. */
  readonly onReceipt?: ((outcome: ReceiptOutcome) => void) | undefined;
}

/** Writes to persons what is due by itself, and sends all letters, until it is stopped. */
export function startLetterWorker({
  log,
  onAttempt,
  ...options
}: LetterOptions & {
  readonly log: DeliveryLog;
  readonly onAttempt?: ((verdict: string) => void) | undefined;
}): Worker {
  const { database, clock } = options;
  const queue = openLetterQueue(database, clock, completeLetters);
  return startSending({ name: 'letter', queue, sender: letterSender(options), clock, log, onAttempt });
}

/** Writes reminders of visits and receipts, then sends the letters that are due. */
export function letterSender(options: LetterOptions): Sender<ClaimedLetter> {
  const { database, clock, send, sendSms, linkUrl, receiptsPerHour, onReceipt } = options;
  const { contentKey } = options.secrets;
  const remind = openReminders();
  let lastMinute: string | undefined;

  async function remindEachMinute(): Promise<void> {
    const now = clock();
    const minute = now.toISOString().slice(0, 16);
    if (minute === lastMinute) return;
    // Before it: what fails here must not keep the letters that wait from leaving.
    lastMinute = minute;
    await remind(database, now);
  }

  async function unsubscribeUrl({ entryId, recipientHash: hash, channel }: ClaimedLetter) {
    const entry = await findEntry(database.read, entryId);
    const link = { hash, channel, residence: entry?.establishment_id ?? null };
    return linkUrl && objectionLink(linkUrl, objectionToken(link, contentKey));
  }

  return {
    schedule: mailSchedule,
    limits: mailLimits,
    async prepare(stopping) {
      await remindEachMinute();
      const asked = { perHour: receiptsPerHour, linkUrl };
      while (!stopping.aborted && (await areReceiptsPending(database.read))) {
        const outcomes = await database.write(writeReceipts, asked, clock());
        for (const outcome of outcomes) onReceipt?.(outcome);
        // Another process works on the others.
        if (outcomes.length === 0) break;
      }
    },
    async send(letter, body) {
      const { to, messageId, subject, channel, use, calendar: content } = letter;
      const rejected = (failureReason: Refusal) =>
        ({ ...unanswered, kind: 'rejected', failureReason, ms: 0 }) as const;
      // It was claimed before.
      if (body === '') return rejected('removed');
      const refusal =
        (await refusalOf(database.read, letter, { contentKey, now: clock() })) ??
        (await visitRefusal(database.read, letter, clock()));
      if (refusal !== undefined) return rejected(refusal);
      const unsubscribe = letter.unsubscribe ? await unsubscribeUrl(letter) : undefined;
      if (letter.unsubscribe && unsubscribe === undefined) return rejected('no-link');
      const text = unsubscribe === undefined ? body : withLink(body, unsubscribe, channel, use);
      if (channel === 'sms') {
        // One that is sent again may have had no link before.
        if (unsubscribe !== undefined && isTooLongForSms(text)) return rejected('sms-too-long');
        // Another process may send them, or this one with the settings that it lacks.
        const off = { ...unanswered, failureReason: 'sms-off' satisfies Refusal, ms: 0 };
        return sendSms?.({ to, text }) ?? off;
      }
      const method = use === 'visit-cancelled' ? ('CANCEL' as const) : ('REQUEST' as const);
      const calendar = content === null ? undefined : { method, content };
      const from = { name: letter.sender ?? '', replyTo: letter.replyTo ?? '' };
      const mail = { messageId, to, from, subject, text, calendar, isAutomatic: automaticUses.has(use) };
      return send(unsubscribe === undefined ? mail : { ...mail, unsubscribe });
    },
  };
}
