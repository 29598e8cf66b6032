import { randomUUID } from 'node:crypto';
import type { Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Flag, Instant } from '../store/tables.ts';

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
