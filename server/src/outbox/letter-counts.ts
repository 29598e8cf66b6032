import { sql } from 'kysely';
import type { Window } from '../clock.ts';
import type { Queries } from '../store/database.ts';
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
const countTo = statement<{ hash: string } & Window>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until)
    .where('use', '<>', sql.lit('answer')),
);

/** How many messages a user has written within a time. */
export async function writtenBy(read: Queries, author: string, window: Window): Promise<number> {
  return Number((await read.first(countByAuthor, { author, ...window }))?.count ?? 0);
}

/** How many messages but answers a person was written within a time. */
export async function writtenTo(read: Queries, hash: string, window: Window): Promise<number> {
  return Number((await read.first(countTo, { hash, ...window }))?.count ?? 0);
}
