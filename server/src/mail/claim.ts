import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Queries } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';

/**
 * How long a process has for what it has claimed, twice as long as an attempt may take. Then another one may, for the
 * first has probably ended.
 */
export const leaseMs = 2 * 60_000;

/** A mail that this process, and no other, is to attempt. */
export interface ClaimedMail {
  readonly id: number;
  readonly messageId: string;
  readonly userId: number;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Attempts so far. */
  readonly attempts: number;
  /** The user has been disabled since it was written. */
  readonly isDisabled: boolean;
}

// The state stands in the text, for its index.
const anyDue = statement<{ now: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', sql.lit('pending'))
    .where('next_at', '<=', p.now)
    .orderBy('next_at')
    .limit(1),
);
// A claim puts the time at which a mail is due off to the end of the lease, so that one index serves both.
const claimDue = rawStatement<{ most: number; now: string; until: string }, { id: number }>((p, engine) =>
  engine === 'postgres'
    ? sql`
with due as materialized (
  select id from mails where state = 'pending' and next_at <= ${p.now}::timestamptz
  order by next_at limit ${p.most}::integer for update skip locked
)
update mails set next_at = ${p.until}::timestamptz from due where mails.id = due.id returning mails.id`
    : sql`
update mails set next_at = ${p.until} where id in (
  select id from mails where state = 'pending' and next_at <= ${p.now} order by next_at limit ${p.most}
) returning id`,
);
const mailById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.user_id')
    .select([
      'mails.id',
      'message_id as messageId',
      'user_id as userId',
      'users.email as to',
      'subject',
      'body',
      'attempts',
      'users.disabled_at as disabledAt',
    ])
    .where('mails.id', '=', p.id),
);

/** Whether any mail is due. */
export async function isMailDue(read: Queries, now: Date): Promise<boolean> {
  return (await read.first(anyDue, { now: now.toISOString() })) !== undefined;
}

/** Claims at most so many mails that are due, for {@link leaseMs}. */
export const claimMails = operation('claimMails', async (tx, most: number, { now }) => {
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const claimed: ClaimedMail[] = [];
  for (const { id } of await tx.all(claimDue, { most, now: now.toISOString(), until })) {
    const row = await tx.first(mailById, { id });
    if (row === undefined) continue;
    const { disabledAt, ...mail } = row;
    claimed.push({ ...mail, isDisabled: disabledAt !== null });
  }
  return claimed.toSorted((a, b) => a.id - b.id);
});
