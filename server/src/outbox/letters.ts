import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { sendsAtOf } from './append-mail.ts';

const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(['entry_id as entryId', 'created_at as writtenAt'])
    .where('id', '=', p.id)
    .where('use', 'is not', null),
);

/** The entry of a message to a person, and when it was written; undefined for an unknown one. */
export async function findLetter(read: Queries, id: number) {
  const found = await read.first(byId, { id });
  if (found === undefined) return undefined;
  const { entryId, writtenAt } = found;
  return entryId === null ? undefined : { entryId, writtenAt };
}

const ofKey = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(['id', 'entry_id as entryId', 'person', 'subject', 'body', 'created_at as writtenAt'])
    .where('key', '=', p.key),
);

/** The message that was written with this key; undefined when there is none. */
export function letterOfKey(read: Queries, key: string) {
  return read.first(ofKey, { key });
}

// A claim has moved `next_at`.
const deleteUnclaimed = statement<{ id: number; sendsAt: Instant }>()((db, p) =>
  db
    .deleteFrom('mails')
    .where('id', '=', p.id)
    .where('state', '=', 'pending')
    .where('attempts', '=', sql.lit(0))
    .where('next_at', '=', p.sendsAt),
);

/** Deletes a message that no process has begun to send. Returns whether it did: `left` for one that is on its way or sent. */
export async function cancelLetter(tx: Transaction, id: number): Promise<'cancelled' | 'left' | 'unknown'> {
  const letter = await findLetter(tx, id);
  if (letter === undefined) return 'unknown';
  const deleted = await tx.run(deleteUnclaimed, { id, sendsAt: sendsAtOf(letter.writtenAt) });
  return deleted > 0 ? 'cancelled' : 'left';
}

const countByAuthor = statement<{ author: string; since: Instant }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author', '=', p.author)
    .where('created_at', '>', p.since),
);
const countFreeTo = statement<{ hash: string; since: Instant }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '>', p.since)
    .where('use', '=', sql.lit('free')),
);

/** How many messages a user has written since an instant. */
export async function writtenBy(read: Queries, author: string, since: Instant): Promise<number> {
  return Number((await read.first(countByAuthor, { author, since }))?.count ?? 0);
}

/** How many messages but answers a person was written since an instant. */
export async function writtenTo(read: Queries, hash: string, since: Instant): Promise<number> {
  return Number((await read.first(countFreeTo, { hash, since }))?.count ?? 0);
}

const ofEntry = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select([
      'id',
      'use',
      'person',
      'recipient',
      'author',
      'subject',
      'body',
      'state',
      'created_at as at',
      'failure_reason as cause',
    ])
    .where('entry_id', '=', p.entryId)
    .where('use', 'is not', null)
    .orderBy('id', 'desc'),
);

/** The messages to persons of an entry, newest first. */
export function lettersOf(read: Queries, entryId: number) {
  return read.all(ofEntry, { entryId });
}
