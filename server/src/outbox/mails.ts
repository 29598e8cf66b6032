import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows, type KeysetPage, selectPage } from '../store/keyset.ts';
import { dynamicStatement } from '../store/statement.ts';

export const mailStates = ['pending', 'sent', 'failed'] as const;
type MailState = (typeof mailStates)[number];

/** The mails to staff in a state, or all of them, newest first; oldest first when the page is read backwards. */
export async function findMails(
  read: Queries,
  state: MailState | undefined,
  page: KeysetPage<readonly [id: number]>,
) {
  const list = { from: sql`mails`, conditions: conditionsOf(state), key: [sql`id`], descending: true };
  const found = dynamicStatement((db) =>
    db
      .selectFrom(sql<{ id: number }>`(${selectPage(sql`id`, list, page)})`.as('page'))
      .innerJoin('mails', 'mails.id', 'page.id')
      .innerJoin('users', 'users.id', 'mails.user_id')
      .select([
        'mails.id',
        'users.id as userId',
        'users.email as to',
        'entry_id as entryId',
        'subject',
        'state',
        'attempts',
        'mails.created_at as createdAt',
        'next_at as nextAt',
        'finished_at as finishedAt',
        'failure_reason as cause',
        'secret',
      ])
      .orderBy('mails.id', page.backwards ? 'asc' : 'desc'),
  );
  return (await read.all(found)).map(({ secret, ...mail }) => ({ ...mail, secret: secret === 1 }));
}

/** How many mails to staff are in a state, or in any; counting stops at `limit`. */
export function countMails(read: Queries, state: MailState | undefined, limit: number): Promise<number> {
  return countRows(read, { from: sql`mails`, conditions: conditionsOf(state) }, limit);
}

function conditionsOf(state: MailState | undefined) {
  return [sql`user_id is not null`, ...(state === undefined ? [] : [sql`state = ${sql.lit(state)}`])];
}
