import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import type { Written } from './texts.ts';

/** Where the back office is, without a slash at its end. */
export interface Telling {
  readonly publicUrl: string;
}

const insertMail = statement<{
  messageId: string;
  userId: number;
  entryId: number | null;
  subject: string;
  body: string;
  at: string;
}>()((db, p) =>
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
  }),
);

/** Adds a mail to be sent. What it says, and by which Message-ID servers know it again, are fixed here. */
export async function writeMail(
  tx: Transaction,
  to: { readonly userId: number; readonly entryId: number | null },
  written: Written,
  { publicUrl, at }: { readonly publicUrl: string; readonly at: Instant },
): Promise<void> {
  const messageId = `${randomUUID()}@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}`;
  await tx.run(insertMail, { ...to, ...written, messageId, at });
}
