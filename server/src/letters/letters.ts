import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs, pastWindow, type Window } from '../clock.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { insert } from '../store/rows.ts';
import { query, rawStatement, statement } from '../store/statement.ts';
import type { Channel, Day, Instant, Tables } from '../store/tables.ts';
import { nextSmsTime } from '../working-hours/sms-hours.ts';

/*
 * A letter is an e-mail or an SMS to a person of an entry: written by staff, or by itself (a receipt, a reminder of a visit).
 *
 * state       what happens                                          next          what staff see
 * none        an act asks for it, and it may be written (write.ts)  pending       its text in the entry; « Annuler »
 *             it may not                                            none          the act is refused, and says why
 *             a receipt or a reminder may not                       none          nothing
 * pending     cancelled, or its act undone, before it is claimed    cancelled     « annulé » in the history
 *             claimed in 10 s, an SMS in its hours; taken           sent          « envoyé »
 *             the server or the gateway is in trouble               pending       « en attente »: tried for a day
 *             refused, or no longer right (refusal.ts)              failed        the entry is flagged, with the cause
 *             its entry is limited, or a backup restored            failed        the same
 *             its entry is erased                                   deleted       nothing
 * sent        noted as returned, or that taken back                 sent          the entry is flagged; nothing more by itself
 * failed      sent again, if it may be written now                  pending       « en attente »
 * cancelled   its request is repeated                               cancelled     CONFLICT: it was cancelled
 *
 * Letters go with their entry: erased and deleted as it is, and kept with a duplicate when it is united.
 */

/** How long a letter can be cancelled after it was written. */
const undoMs = 10_000;

type LettersTable = Tables['letters'];

/** A letter to be queued, by the columns of its table. */
type NewLetter = Pick<
  LettersTable,
  'entry_id' | 'use' | 'channel' | 'person' | 'author' | 'subject' | 'body' | 'sender' | 'reply_to' | 'key'
> & {
  readonly recipient: string;
  /** As in `objections`. */
  readonly recipient_hash: string;
  readonly unsubscribe: boolean;
  readonly calendar?: string | null;
} & Partial<AboutVisit>;

/** The columns that say about which visit a letter is. */
export interface AboutVisit {
  readonly visit: string | null;
  readonly visit_date: Day | null;
  /** `HH:MM`, where the residence is. */
  readonly visit_time: string | null;
}

/** Queues a letter, which leaves in {@link undoMs}, or an SMS in the hours for them. */
export async function appendLetter(tx: Transaction, letter: NewLetter, now: Date) {
  const { channel, recipient, reply_to: replyTo } = letter;
  const sendsAt = sendsAtOf(now.toISOString(), channel, recipient);
  const id = await insert(tx, 'letters', {
    ...letter,
    // The residence's own name, as an answer comes to it too.
    message_id: `${randomUUID()}@${replyTo?.slice(replyTo.lastIndexOf('@') + 1) ?? channel}`,
    created_at: now.toISOString(),
    state: 'pending',
    attempts: 0,
    next_at: sendsAt,
  });
  await tx.notify('letters');
  return { id, sendsAt };
}

/** When a letter leaves that was written at this moment. */
export function sendsAtOf(writtenAt: Instant, channel: Channel, to: string): Instant {
  const at = new Date(Date.parse(writtenAt) + undoMs);
  return (channel === 'sms' ? nextSmsTime(at, to) : at).toISOString();
}

const columns = [
  ...(['id', 'use', 'channel', 'person', 'recipient', 'recipient_hash as recipientHash', 'author'] as const),
  ...(['subject', 'body', 'state', 'key', 'created_at as writtenAt', 'entry_id as entryId'] as const),
  ...(['failure_reason as cause', 'returned_at as returnedAt'] as const),
] as const;
const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('letters').select(columns).where('id', '=', p.id),
);
const byKey = statement<{ key: string }>()((db, p) =>
  db.selectFrom('letters').select(columns).where('key', '=', p.key),
);
const ofEntry = statement<{ entryId: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('letters')
    .select(columns)
    .where('entry_id', '=', p.entryId)
    .where('state', '<>', sql.lit('cancelled'))
    .$narrowType<{ state: Exclude<LettersTable['state'], 'cancelled'> }>()
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** A letter; undefined for an unknown one. */
export const findLetter = (read: Queries, id: number) => read.first(byId, { id });

/** The letter that was written with this key, even if it was cancelled; undefined when there is none. */
export const letterOfKey = (read: Queries, key: string) => read.first(byKey, { key });

/** The letters to persons of an entry, newest first; those older than `before`, at most `limit`. */
export const lettersOf = (
  read: Queries,
  entryId: number,
  { before = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = {},
) => read.all(ofEntry, { entryId, before, limit });

/**
 * Cancels a letter that no process has begun to send. Its key outlives it: a request that is sent again must not send it after
 * all. Returns whether it did: `left` for one that is on its way or sent.
 */
export async function cancelPending(tx: Transaction, id: number): Promise<'cancelled' | 'left' | 'unknown'> {
  const letter = await findLetter(tx, id);
  if (letter === undefined || letter.state === 'cancelled') return 'unknown';
  const sendsAt = sendsAtOf(letter.writtenAt, letter.channel, letter.recipient ?? '');
  const cancelled = { state: 'cancelled', next_at: null, recipient: null, recipient_hash: null } as const;
  const changed = await tx.run(
    query((db) =>
      db
        .updateTable('letters')
        .set({ ...cancelled, subject: '', body: '', calendar: null })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('attempts', '=', 0)
        // A claim has moved it.
        .where('next_at', '=', sendsAt),
    ),
  );
  return changed > 0 ? 'cancelled' : 'left';
}

/**
 * Queues a letter again that was given up, with the same Message-ID. `needsLink`: whether it now has to offer to be written to
 * no more. Returns whether it was queued: not one whose text was removed.
 */
export async function requeueLetter(
  tx: Transaction,
  { id, now, needsLink }: { readonly id: number; readonly now: Date; readonly needsLink: boolean },
): Promise<boolean> {
  const restarted = { state: 'pending', attempts: 0, finished_at: null, failure_reason: null } as const;
  const renewed = await tx.run(
    query((db) =>
      db
        .updateTable('letters')
        .set({ ...restarted, next_at: now.toISOString(), ...(needsLink && { unsubscribe: 1 as const }) })
        .where('id', '=', id)
        // The second of two simultaneous requests finds it pending, so it is sent once.
        .where('state', '=', 'failed')
        .where('body', '<>', ''),
    ),
  );
  if (renewed > 0) await tx.notify('letters');
  return renewed > 0;
}

/** How many days limits look back at what an address was sent. */
export const limitDays = 30;
/** How many letters but answers a person may be sent within a day. */
export const maxPerPersonAndDay = 5;

const countByAuthor = statement<{ author: string } & Window>()((db, p) =>
  db
    .selectFrom('letters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author', '=', p.author)
    .where('state', '<>', sql.lit('cancelled'))
    .where('created_at', '>', p.since)
    .where('created_at', '<=', p.until),
);
// One that failed and was sent again counts when it leaves.
const countTo = statement<{ hash: string; exceptId: number } & Window>()((db, p) =>
  db
    .selectFrom('letters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_hash', '=', p.hash)
    .where('created_at', '<=', p.until)
    .where(sql<boolean>`(created_at > ${p.since} or coalesce(finished_at, next_at) > ${p.since})`)
    .where('id', '<>', p.exceptId)
    .where('use', '<>', sql.lit('answer')),
);

/** How many letters a user has written within a time. */
export async function writtenBy(read: Queries, author: string, window: Window): Promise<number> {
  return Number((await read.first(countByAuthor, { author, ...window }))?.count ?? 0);
}

/**
 * Whether a person may be sent one more letter today. Locks the recipient: letters at the same time would count the same ones.
 * `exceptId`: of a letter that is sent again.
 */
export async function mayWriteTo(tx: Transaction, hash: string, now: Date, exceptId = 0): Promise<boolean> {
  await lockName(tx, `letters to ${hash}`);
  const written = await tx.first(countTo, { hash, exceptId, ...pastWindow(now, dayMs) });
  return Number(written?.count ?? 0) < maxPerPersonAndDay;
}

const forgetHashes = rawStatement<{ until: string }, unknown>((p, dialect) => {
  const erased = sql`
select id from letters where recipient is null and recipient_hash is not null and created_at <= ${p.until} limit 500`;
  return sql`update letters set recipient_hash = null where ${dialect.isIn('id', erased)}`;
});

/** Forgets by what erased addresses were told apart, once no limit looks back at them. Returns of how many, at most 500. */
export const purgeHashes = operation('purgeHashes', (tx, _: object, { now }) =>
  tx.run(forgetHashes, { until: new Date(now.getTime() - limitDays * dayMs).toISOString() }),
);
