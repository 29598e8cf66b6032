import { sql } from 'kysely';
import { dayMs, pastWindow, type Window } from '../clock.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { statement } from '../store/statement.ts';

/** How many days limits look back at what an address was sent. */
export const limitDays = 30;

const countByAuthor = statement<{ author: string } & Window>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author', '=', p.author)
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until),
);
// One that failed and was sent again counts when it leaves.
const countTo = statement<{ hash: string; exceptId: number } & Window>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '<=', p.until)
    .where(sql<boolean>`(created_at > ${p.since} or coalesce(finished_at, next_at) > ${p.since})`)
    .where('id', '<>', p.exceptId)
    .where('use', '<>', sql.lit('answer')),
);

/** How many messages a user has written within a time. */
export async function writtenBy(read: Queries, author: string, window: Window): Promise<number> {
  return Number((await read.first(countByAuthor, { author, ...window }))?.count ?? 0);
}

/** How many messages but answers a person may be sent within a day. */
export const maxPerPersonAndDay = 5;

/**
 * Whether a person may be sent one more message today. Locks the recipient: messages at the same time would count the same
 * ones. `exceptId`: of a message that is sent again.
 */
export async function mayWriteTo(tx: Transaction, hash: string, now: Date, exceptId = 0): Promise<boolean> {
  await lockName(tx, `messages to ${hash}`);
  const written = await tx.first(countTo, { hash, exceptId, ...pastWindow(now, dayMs) });
  return Number(written?.count ?? 0) < maxPerPersonAndDay;
}
