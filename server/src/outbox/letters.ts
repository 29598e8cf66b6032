import { sql } from 'kysely';
import { hourMs } from '../clock.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { putNote, readNote } from '../store/notes.ts';
import { operation } from '../store/operation.ts';
import { insert, update } from '../store/rows.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import { type Flag, type Instant, visitUses } from '../store/tables.ts';
import { sendsAtOf } from './append-mail.ts';

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
  const { entryId, use, channel, ...letter } = found;
  if (entryId === null || use === null) return undefined;
  return { ...letter, entryId, use, channel: channel ?? 'email' };
}

const ofKey = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select([
      ...(['id', 'entry_id as entryId', 'person', 'subject', 'body', 'recipient', 'channel'] as const),
      'created_at as writtenAt',
    ])
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
  const sendsAt = sendsAtOf(letter.writtenAt, letter.channel, letter.recipient ?? '');
  const deleted = await tx.run(deleteUnclaimed, { id, sendsAt });
  return deleted > 0 ? 'cancelled' : 'left';
}

/** Notes that a message came back, or takes that back. */
export async function markReturned(tx: Transaction, id: number, at: Instant | null): Promise<void> {
  await update(tx, 'mails', id, { returned_at: at });
}

const setDue = statement<{ id: number; now: Instant; unsubscribe: Flag }>()((db, p) =>
  db
    .updateTable('mails')
    .set({
      ...{ state: sql.lit('pending'), attempts: sql.lit(0), finished_at: null, failure_reason: null },
      ...{ next_at: p.now, unsubscribe: p.unsubscribe },
    })
    .where('id', '=', p.id)
    // The second of two simultaneous requests finds it pending, so it is sent once.
    .where('state', '=', sql.lit('failed'))
    // Its text was removed.
    .where('body', '<>', ''),
);

/**
 * Queues a message again that was given up, with the same Message-ID. `unsubscribe`: whether it now offers to be written to no
 * more. Returns whether it was queued.
 */
export async function resendLetter(
  tx: Transaction,
  { id, now, unsubscribe }: { readonly id: number; readonly now: Date; readonly unsubscribe: boolean },
): Promise<boolean> {
  const values = { id, now: now.toISOString(), unsubscribe: unsubscribe ? 1 : 0 } as const;
  if ((await tx.run(setDue, values)) === 0) return false;
  await tx.notify('mail');
  return true;
}

// A duplicate is in no list: staff work the entry that was kept.
const flagEntry = rawStatement<{ id: number; attempts: number | null }, { id: number }>(
  (p) => sql`
update entries set flagged = 1
where id = (
  select coalesce(e.duplicate_of, e.id) from mails m join entries e on e.id = m.entry_id
  where m.id = ${p.id} and m.use is not null and m.state = 'pending' and m.attempts = coalesce(${p.attempts}, m.attempts))
  and (restriction is null or restriction <> 'erased')
returning id`,
);

/**
 * Staff see that a message will not reach its person, unless there were other than these attempts meanwhile. The entry is locked
 * before the mail, as by its erasure.
 */
export async function tellOfFailure(
  tx: Transaction,
  { id, attempts = null }: { readonly id: number; readonly attempts?: number | null },
  at: Instant,
): Promise<void> {
  const entry = await tx.first(flagEntry, { id, attempts });
  if (entry === undefined) return;
  const detail = JSON.stringify({ sent: { id, failed: true } });
  await insert(tx, 'history', { entry_id: entry.id, at, author: 'accueil', change: 'written', detail });
}

/** Gives up those of these messages that wait. `cause`: what staff are told. */
export async function giveUpLetters(
  tx: Transaction,
  ids: readonly number[],
  cause: string,
  at: Instant,
): Promise<void> {
  for (const id of ids) {
    await tellOfFailure(tx, { id }, at);
    const failed = { state: 'failed', next_at: null, finished_at: at, failure_reason: cause } as const;
    await tx.run(
      query((db) => db.updateTable('mails').set(failed).where('id', '=', id).where('state', '=', 'pending')),
    );
  }
}

const waiting = statement()((db) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', sql.lit('pending'))
    .where('use', 'is not', null)
    .orderBy('entry_id'),
);

const withoutReceipts = statement()((db) =>
  db
    .updateTable('notifications')
    .set({ receipt: sql.lit(0) })
    .where('notified', '=', sql.lit(0)),
);
const restoredNote = 'restored';

/**
 * Gives up all messages that wait, in a database that is older than the one before it, and what was still to be written by
 * itself: it may have been sent since. Returns how many.
 */
export const giveUpRestored = operation('giveUpRestored', async (tx, _: object, { now }): Promise<number> => {
  const at = now.toISOString();
  const ids = (await tx.all(waiting)).map(({ id }) => id);
  await giveUpLetters(tx, ids, 'The database was restored from a backup', at);
  await tx.run(withoutReceipts);
  await putNote(tx, restoredNote, { at });
  return ids.length;
});

/** Whether messages were given up since an instant because the database was restored. */
export async function isRestoredSince(read: Queries, instant: Date): Promise<boolean> {
  const note = await readNote<{ at: Instant }>(read, restoredNote);
  return note !== undefined && note.at >= instant.toISOString();
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

/** The time before `now`; not what was written while the clock was wrong. Another process may have one a little ahead. */
export function pastWindow(now: Date, ms: number) {
  return {
    since: new Date(now.getTime() - ms).toISOString(),
    until: new Date(now.getTime() + hourMs).toISOString(),
  };
}
type Window = ReturnType<typeof pastWindow>;

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

const aboutVisits = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(['use', 'person', 'key'])
    .where('entry_id', '=', p.entryId)
    .where(
      'use',
      'in',
      visitUses.map((use) => sql.lit(use)),
    )
    .where('state', '<>', sql.lit('failed'))
    .orderBy('id', 'desc'),
);

/** The messages about visits of an entry, newest first, but for those that have not arrived. */
export function visitLettersOf(read: Queries, entryId: number) {
  return read.all(aboutVisits, { entryId });
}

const ofEntry = statement<{ entryId: number }>()((db, p) =>
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
    .orderBy('id', 'desc'),
);

/** The messages to persons of an entry, newest first. */
export function lettersOf(read: Queries, entryId: number) {
  return read.all(ofEntry, { entryId });
}
