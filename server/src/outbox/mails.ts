import { sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { statement, variants } from '../database/statement.ts';
import { type KeysetPage, newest } from './keyset.ts';

export const mailStates = ['pending', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

function found(state: MailState | undefined, { backwards, size }: KeysetPage) {
  const order = backwards ? 'asc' : 'desc';
  return statement<{ from: number }>()((db, p) => {
    let ids = db
      .selectFrom('mails')
      .select('id')
      .where('id', backwards ? '>' : '<', p.from)
      .orderBy('id', order)
      .limit(sql.lit(size));
    if (state !== undefined) ids = ids.where('state', '=', sql.lit(state));
    return db
      .selectFrom(ids.as('found'))
      .innerJoin('mails', 'mails.id', 'found.id')
      .innerJoin('users', 'users.id', 'mails.user_id')
      .select([
        'mails.id',
        'user_id as userId',
        'users.email as to',
        'entry_id as entryId',
        'subject',
        'state',
        'attempts',
        'mails.created_at as createdAt',
        'next_at as nextAt',
        'finished_at as finishedAt',
        'failure_reason as cause',
      ])
      .orderBy('mails.id', order);
  });
}

function counted(state: MailState | undefined, most: number) {
  return statement()((db) => {
    // In an order that an index has: so neither engine reads the table for it.
    let ids = db
      .selectFrom('mails')
      .select('id')
      .where('id', '>', sql.lit(0))
      .orderBy('id')
      .limit(sql.lit(most));
    if (state !== undefined) ids = ids.where('state', '=', sql.lit(state));
    return db.selectFrom(ids.as('found')).select((eb) => eb.fn.countAll<number>().as('n'));
  });
}

/** One for each combination. */
const finding = variants<ReturnType<typeof found>>();
const counting = variants<ReturnType<typeof counted>>();

/** The mails in a state, or all of them, in the order of the page. */
export function findMails(read: Queries, state: MailState | undefined, page: KeysetPage) {
  const { from = page.backwards ? 0 : newest, backwards, size } = page;
  const key = `${state} ${backwards} ${size}`;
  const query = finding(key, () => found(state, page));
  return read.all(query, { from });
}

/** How many mails are in a state, or all of them, counted up to `most`. */
export async function countMails(read: Queries, state: MailState | undefined, most: number): Promise<number> {
  const key = `${state} ${most}`;
  const query = counting(key, () => counted(state, most));
  return Number((await read.first(query, {}))?.n ?? 0);
}
