import { randomUUID } from 'node:crypto';
import type { Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Channel, Flag, Instant, MessageUse } from '../store/tables.ts';
import { nextSmsTime } from '../working-hours/sms-hours.ts';

type NewMail = {
  readonly userId: number;
  /** Null for a mail about several entries. */
  readonly entryId: number | null;
  readonly subject: string;
  readonly body: string;
  /** The body is encrypted: it holds a secret, and goes when the mail is finished. */
  readonly isSecret?: boolean;
};

const insertMail = statement<Omit<NewMail, 'isSecret'> & { messageId: string; at: Instant; secret: Flag }>()(
  (db, p) =>
    db.insertInto('mails').values({
      message_id: p.messageId,
      user_id: p.userId,
      entry_id: p.entryId,
      subject: p.subject,
      body: p.body,
      created_at: p.at,
      state: 'pending',
      attempts: 0,
      next_at: p.at,
      secret: p.secret,
    }),
);

/** Queues a mail. Its text and Message-ID are fixed here and are the same at each attempt. */
export async function appendMail(
  tx: Transaction,
  { isSecret = false, ...mail }: NewMail,
  { publicUrl, at }: { readonly publicUrl: string; readonly at: Instant },
): Promise<void> {
  const messageId = `${randomUUID()}@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}`;
  await tx.run(insertMail, { ...mail, messageId, at, secret: isSecret ? 1 : 0 });
}

/** How long a message can be cancelled after it was written. */
const undoMs = 10_000;

interface NewLetter {
  readonly use: MessageUse;
  readonly entryId: number;
  readonly recipient: string;
  /** As in `objections`. */
  readonly recipientHash: string;
  /** `entry`, or the position of a related person. */
  readonly person: string;
  /** As in access/authors.ts. */
  readonly author: string;
  readonly channel: Channel;
  /** The name of the residence, and its e-mail address, null for an SMS. */
  readonly sender: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly body: string;
  /** What no second message may have; null for one that may be repeated. */
  readonly key: string | null;
  /** RFC 5545. */
  readonly calendar: string | null;
  /** Whether it offers to be written to no more. */
  readonly unsubscribe: boolean;
}

/** Queues a message to a person, which leaves in {@link undoMs}, or an SMS in the hours for them. */
export async function appendLetter(tx: Transaction, letter: NewLetter, now: Date) {
  const { entryId, recipientHash, replyTo, unsubscribe, channel, ...values } = letter;
  const sendsAt = sendsAtOf(now.toISOString(), channel, letter.recipient);
  const id = await insert(tx, 'mails', {
    ...values,
    entry_id: entryId,
    recipient_hash: recipientHash,
    reply_to: replyTo,
    unsubscribe: unsubscribe ? 1 : 0,
    // The residence's own name, as an answer comes to it too.
    message_id: `${randomUUID()}@${replyTo?.slice(replyTo.lastIndexOf('@') + 1) ?? channel}`,
    user_id: null,
    channel,
    destination: channel === 'sms' ? 1 : 0,
    created_at: now.toISOString(),
    state: 'pending',
    attempts: 0,
    next_at: sendsAt,
  });
  await tx.notify('mail');
  return { id, sendsAt };
}

/** When a message leaves that was written at this moment. */
export function sendsAtOf(writtenAt: Instant, channel: Channel, to: string): Instant {
  const at = new Date(Date.parse(writtenAt) + undoMs);
  return (channel === 'sms' ? nextSmsTime(at, to) : at).toISOString();
}
