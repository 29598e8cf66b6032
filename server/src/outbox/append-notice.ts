import { randomUUID } from 'node:crypto';
import type { Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Flag, Instant } from '../store/tables.ts';

type NewNotice = {
  readonly userId: number;
  /** Null for a notice about several entries. */
  readonly entryId: number | null;
  readonly subject: string;
  readonly body: string;
  /** The body is encrypted: it holds a secret, and goes when the notice is finished. */
  readonly isSecret?: boolean;
};

const insertNotice = statement<
  Omit<NewNotice, 'isSecret'> & { messageId: string; at: Instant; secret: Flag }
>()((db, p) =>
  db.insertInto('notices').values({
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

/** Queues an e-mail to a user. Its text and Message-ID are fixed here and are the same at each attempt. */
export async function appendNotice(
  tx: Transaction,
  { isSecret = false, ...notice }: NewNotice,
  { publicUrl, at }: { readonly publicUrl: string; readonly at: Instant },
): Promise<void> {
  const messageId = `${randomUUID()}@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}`;
  await tx.run(insertNotice, { ...notice, messageId, at, secret: isSecret ? 1 : 0 });
}
