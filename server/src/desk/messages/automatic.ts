import { findEntry } from '../../entries/change/row.ts';
import { objectionLink, objectionToken } from '../../entries/search/objection-token.ts';
import type { ClaimedLetter } from '../../outbox/queues.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import { areReceiptsPending, type ReceiptOutcome, writeReceipts } from './receipts.ts';
import { openReminders } from './reminders.ts';

interface Options {
  readonly database: Database;
  readonly secrets: Secrets;
  /** What links in messages to families begin with; undefined when there are none. */
  readonly linkUrl: string | undefined;
  readonly receiptsPerHour: number;
  /** Called for each receipt that a password asks for, for the metrics. */
  readonly onReceipt?: ((outcome: ReceiptOutcome) => void) | undefined;
}

/** What the mail worker does for families by itself. */
export function automaticMessages({ database, secrets, linkUrl, receiptsPerHour, onReceipt }: Options) {
  const options = { perHour: receiptsPerHour, hasLink: linkUrl !== undefined };
  return {
    remind: openReminders(),
    /** Writes a batch of receipts. Returns the number of those that it has handled. */
    async writeReceipts(now: Date): Promise<number> {
      if (!(await areReceiptsPending(database.read))) return 0;
      const outcomes = await database.write(writeReceipts, options, now);
      for (const outcome of outcomes) onReceipt?.(outcome);
      return outcomes.length;
    },
    async unsubscribeUrl({ entryId, recipientHash: hash, channel }: ClaimedLetter) {
      const entry = await findEntry(database.read, entryId);
      const link = { hash, channel, residence: entry?.establishment_id ?? null };
      return linkUrl && objectionLink(linkUrl, objectionToken(link, secrets.contentKey));
    },
  };
}
