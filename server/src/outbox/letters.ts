import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { type Parameters, query, statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import { sendsAtOf } from './append-mail.ts';

type Unclaimed = { readonly id: number; readonly sendsAt: Instant };

const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select([
      ...(['use', 'person', 'recipient', 'state', 'channel', 'entry_id as entryId'] as const),
      ...(['created_at as writtenAt', 'recipient_hash as recipientHash'] as const),
    ])
    .where('id', '=', p.id)
    .where('use', 'is not', null),
);

/** A message to a person; undefined for an unknown one. */
export async function findLetter(read: Queries, id: number) {
  const found = await read.first(byId, { id });
  if (found === undefined) return undefined;
  const { entryId, use, channel, person, recipientHash, ...letter } = found;
  if (entryId === null || use === null) return undefined;
  return {
    ...{ ...letter, entryId, use, channel: channel ?? 'email' },
    ...{ person: person ?? '', recipientHash: recipientHash ?? '' },
  };
}

const ofKey = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select([
      ...(['id', 'entry_id as entryId', 'person', 'subject', 'body', 'recipient', 'channel'] as const),
      ...(['use', 'created_at as writtenAt'] as const),
    ])
    .where('key', '=', p.key),
);

/** The message that was written with this key, without a `use` once it was taken back; undefined when there is none. */
export function letterOfKey(read: Queries, key: string) {
  return read.first(ofKey, { key });
}

// A claim has moved `next_at`.
const isUnclaimed = (p: Parameters<Unclaimed>) =>
  sql<boolean>`id = ${p.id} and state = 'pending' and attempts = 0 and next_at = ${p.sendsAt}`;
// Its key outlives it, and nothing else: a request that is sent again must not send it after all.
const emptyUnclaimed = statement<Unclaimed>()((db, p) =>
  db
    .updateTable('mails')
    .set({ state: sql.lit('failed'), next_at: sql.lit(null), subject: sql.lit(''), body: sql.lit('') })
    .set({ use: sql.lit(null), author: sql.lit(null), calendar: sql.lit(null) })
    .set({ recipient: sql.lit(null), recipient_hash: sql.lit(null) })
    .where('key', 'is not', null)
    .where(isUnclaimed(p)),
);
const deleteUnclaimed = statement<Unclaimed>()((db, p) =>
  db.deleteFrom('mails').where('key', 'is', null).where(isUnclaimed(p)),
);

/** Takes back a message that no process has begun to send. Returns whether it did: `left` for one that is on its way or sent. */
export async function cancelLetter(tx: Transaction, id: number): Promise<'cancelled' | 'left' | 'unknown'> {
  const letter = await findLetter(tx, id);
  if (letter === undefined) return 'unknown';
  const sendsAt = sendsAtOf(letter.writtenAt, letter.channel, letter.recipient ?? '');
  const unclaimed = { id, sendsAt };
  const gone = (await tx.run(emptyUnclaimed, unclaimed)) || (await tx.run(deleteUnclaimed, unclaimed));
  return gone > 0 ? 'cancelled' : 'left';
}

/** Notes that a message came back, or takes that back. */
export async function markReturned(tx: Transaction, id: number, at: Instant | null): Promise<void> {
  await update(tx, 'mails', id, { returned_at: at });
}

const personsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('person')
    .distinct()
    .where('entry_id', '=', p.entryId)
    .where('use', 'is not', null),
);

/** Whom of an entry has been written to, as `mails.person` says. */
export async function writtenPersons(read: Queries, entryId: number): Promise<ReadonlySet<string | null>> {
  return new Set((await read.all(personsOf, { entryId })).map(({ person }) => person));
}

/** Says of the messages to a person of an entry that this person stands in another place now. */
export async function movePerson(tx: Transaction, entryId: number, from: string, to: string): Promise<void> {
  await tx.run(
    query((db) =>
      db
        .updateTable('mails')
        .set({ person: to })
        .where('entry_id', '=', entryId)
        .where('use', 'is not', null)
        .where('person', '=', from),
    ),
  );
}

const returnedOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .where('returned_at', 'is not', null)
    .limit(sql.lit(1)),
);

/** Whether a message to a person of an entry came back. */
export async function hasReturned(read: Queries, entryId: number): Promise<boolean> {
  return (await read.first(returnedOf, { entryId })) !== undefined;
}

const ofEntry = statement<{ entryId: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select([
      'id',
      'use',
      'channel',
      'person',
      'recipient',
      'author',
      'subject',
      'body',
      'state',
      'created_at as at',
      'failure_reason as cause',
      'returned_at as returnedAt',
    ])
    .where('entry_id', '=', p.entryId)
    .where('use', 'is not', null)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** The messages to persons of an entry, newest first; those older than `before`, at most `limit`. */
export function lettersOf(
  read: Queries,
  entryId: number,
  { before = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = {},
) {
  return read.all(ofEntry, { entryId, before, limit });
}
