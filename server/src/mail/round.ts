import { afterStepBack, type Clock } from '../clock.ts';
import type { Database } from '../database/port.ts';
import type { Day } from '../database/tables.ts';
import { type ClaimedMail, claimMails, isMailDue } from './claim.ts';
import { completeMail, type MailCompletion } from './complete.ts';
import { digestDay, writeDigests } from './digest.ts';
import { isHeldDue, tellHeld } from './held.ts';
import { endLongMailWaits } from './long-waits.ts';
import type { Outcome, SendMail } from './outcome.ts';
import { nextAttempt } from './schedule.ts';
import { isSomethingUntold, tellAtOnce } from './tell.ts';

/** Sent at the same time: so many may be sent again when the process is killed. */
export const mostInFlight = 4;

/** What became of an attempt, for the log and the metrics. */
export interface MailReport extends MailCompletion {
  readonly mail: ClaimedMail;
}

export interface RoundOptions {
  readonly database: Database;
  readonly send: SendMail;
  readonly clock: Clock;
  /** From 0 to 1, 1 excluded. */
  readonly random: () => number;
  readonly publicUrl: string;
  readonly onAttempt: (report: MailReport) => void;
  /** When it says so nothing more begins. */
  readonly stopping: AbortSignal;
  /** When it says so nothing more is written down: the database may be closed. */
  readonly abandoned: AbortSignal;
}

/** Does all that is due: mails for what has arrived, the digest of the morning, and what is to be sent. */
export type Round = () => Promise<void>;

/** Rounds of one process. They read before they write, so that one in which nothing is due costs nearly nothing. */
export function mailRounds(options: RoundOptions): Round {
  const { database, clock, publicUrl, stopping } = options;
  let lastDigest: Day | undefined;
  const endWaits = afterStepBack(clock, () => database.write(endLongMailWaits, undefined, clock()));

  async function tell(): Promise<void> {
    // First: it is one of the mails of the new hour.
    while (!stopping.aborted && (await isHeldDue(database.read, clock()))) {
      await database.write(tellHeld, { publicUrl }, clock());
    }
    while (!stopping.aborted && (await isSomethingUntold(database.read))) {
      const told = await database.write(tellAtOnce, { publicUrl }, clock());
      // Another process has the rest.
      if (told === 0) return;
    }
  }

  async function digest(): Promise<void> {
    const day = digestDay(clock());
    if (day === undefined || day === lastDigest || stopping.aborted) return;
    await database.write(writeDigests, { publicUrl, day }, clock());
    lastDigest = day;
  }

  async function send(): Promise<void> {
    while (!stopping.aborted && (await isMailDue(database.read, clock()))) {
      const claimed = await database.write(claimMails, mostInFlight, clock());
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((mail) => attempt(mail, options)));
    }
  }

  return async () => {
    await endWaits();
    await tell();
    await digest();
    await send();
  };
}

async function attempt(
  mail: ClaimedMail,
  { database, send, clock, random, onAttempt, abandoned }: RoundOptions,
): Promise<void> {
  const { messageId, to, subject, body: text, isDisabled } = mail;
  const outcome: Outcome = isDisabled
    ? { kind: 'refused', cause: 'The user has been disabled' }
    : await send({ messageId, to, subject, text });
  if (abandoned.aborted) return;
  const completion = completionOf(mail, outcome, clock(), random);
  await database.write(completeMail, completion, clock());
  onAttempt({ ...completion, mail });
}

function completionOf(
  { id, attempts }: ClaimedMail,
  outcome: Outcome,
  now: Date,
  random: () => number,
): MailCompletion {
  switch (outcome.kind) {
    case 'sent':
      return { id, verdict: 'sent', nextAt: null, cause: null };
    case 'refused':
      return { id, verdict: 'failed', nextAt: null, cause: outcome.cause };
    case 'unsent': {
      const nextAt = nextAttempt(attempts + 1, now, random)?.toISOString() ?? null;
      return { id, verdict: nextAt === null ? 'failed' : 'retry', nextAt, cause: outcome.cause };
    }
  }
}
