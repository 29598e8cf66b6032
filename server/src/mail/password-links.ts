import { sql } from 'kysely';
import type { PasswordLink } from '../access/logins.ts';
import { hourMs } from '../clock.ts';
import type { Refusal } from '../french/refusals.ts';
import { appendNotice } from '../outbox/append-notice.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { invitationMail, newPasswordMail } from './texts.ts';

/** Links that a user is sent within an hour: more would fill the mailbox of a stranger's victim. */
const maxLinksAnHour = 3;

const countLinks = statement<{ userId: number; since: string }>()((db, p) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', p.userId)
    .where('created_at', '>', p.since)
    .where('secret', '=', sql.lit(1)),
);

const replaceWaiting = statement<{ userId: number; at: Instant }>()((db, p) =>
  db
    .updateTable('notices')
    .set({
      state: sql.lit('failed'),
      failure_reason: sql.lit('replaced' satisfies Refusal),
      body: sql.lit(''),
    })
    .set({ next_at: sql.lit(null), finished_at: p.at })
    .where('user_id', '=', p.userId)
    .where('secret', '=', sql.lit(1))
    .where('state', '=', 'pending'),
);

/** Whether a user may be sent another link that somebody asks for without being signed in. */
export async function mayMailLink(read: Queries, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs).toISOString();
  return Number((await read.first(countLinks, { userId, since }))?.count ?? 0) < maxLinksAnHour;
}

/** Returns the address of the page on which a link's password is chosen. */
export function passwordLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#/invitation/${token}`;
}

export interface LinkRecipient {
  readonly id: number;
  readonly name: string;
  readonly isInvited: boolean;
}

/** Queues the mail with a link to choose a password. The body is encrypted: reading it is enough to use the link. */
export async function mailPasswordLink(
  tx: Transaction,
  { secrets, now }: OperationContext,
  { id, name, isInvited }: LinkRecipient,
  { token, until }: PasswordLink,
  publicUrl: string,
): Promise<void> {
  const link = { name, url: passwordLinkUrl(publicUrl, token), until };
  const { subject, body } = isInvited ? invitationMail(link) : newPasswordMail(link);
  // Links before it open nothing any more, and must not arrive after it.
  await tx.run(replaceWaiting, { userId: id, at: now.toISOString() });
  const mail = { userId: id, entryId: null, subject, body: secrets.encrypt(body), isSecret: true };
  await appendNotice(tx, mail, { publicUrl, at: now.toISOString() });
  await tx.notify('notices');
}
