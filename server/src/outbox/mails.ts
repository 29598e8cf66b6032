import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { countRows, type KeysetPage, selectPage } from '../store/keyset.ts';
import { dynamicStatement } from '../store/statement.ts';

export const mailStates = ['pending', 'sent', 'failed'] as const;
type MailState = (typeof mailStates)[number];

export const mailRecipients = ['staff', 'people'] as const;

export interface MailFilter {
  readonly state?: MailState | undefined;
  readonly to?: (typeof mailRecipients)[number] | undefined;
}

/** The mails to staff and to people, newest first; oldest first when the page is read backwards. */
export async function findMails(read: Queries, filter: MailFilter, page: KeysetPage<readonly [id: number]>) {
  const list = { from: sql`mails`, conditions: conditionsOf(filter), key: [sql`id`], descending: true };
  const found = dynamicStatement((db) =>
    db
      .selectFrom(sql<{ id: number }>`(${selectPage(sql`id`, list, page)})`.as('page'))
      .innerJoin('mails', 'mails.id', 'page.id')
      .leftJoin('users', 'users.id', 'mails.user_id')
      .select([
        'mails.id',
        'mails.user_id as userId',
        'users.email as to',
        'recipient',
        'mails.use',
        'mails.channel',
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
  return (await read.all(found)).map(({ secret, subject, cause, recipient, ...mail }) => ({
    ...mail,
    secret: secret === 1,
    // What was written to a person is read in the entry, by those who may; a server repeats the address that it refuses.
    ...(mail.userId === null
      ? { subject: null, cause: cause && withoutAddress(cause, recipient ?? '') }
      : { subject, cause }),
  }));
}

/** How many of these mails there are; counting stops at `limit`. */
export function countMails(read: Queries, filter: MailFilter, limit: number): Promise<number> {
  return countRows(read, { from: sql`mails`, conditions: conditionsOf(filter) }, limit);
}

/** A server repeats the address that it refuses, or the part before the @. */
export function withoutAddress(text: string, address: string): string {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const parts = text.split(/([\s<>()"',:;]+)/);
  return parts.map((part) => (part.includes('@') || part.toLowerCase() === name ? '…' : part)).join('');
}

function conditionsOf({ state, to }: MailFilter) {
  return [
    // What is to neither was taken back.
    {
      staff: sql`user_id is not null`,
      people: sql`use is not null`,
      any: sql`(user_id is not null or use is not null)`,
    }[to ?? 'any'],
    ...(state === undefined ? [sql`true`] : [sql`state = ${sql.lit(state)}`]),
  ];
}
