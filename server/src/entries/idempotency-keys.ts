import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

/** How long the same content sent again is known as a retry (docs/interface.md, « Retries »). */
export const idempotencyKeyDays = 30;

/** What makes a creation known when it is sent again: a `customId` with its content, or an `Idempotency-Key`. */
export type IdempotencyKey = {
  /** Who sent it: `c` and the caller's id (`b` for its `browser` passwords), `p` and the partner's, or `u` and the user's. */
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly expiresAt: Instant;
};

/** Unique among keys: no sender's name has a space. */
export const nameOf = ({ sender, key }: Pick<IdempotencyKey, 'sender' | 'key'>) => `${sender} ${key}`;

/** A key of an earlier creation. */
export interface KnownKey {
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly entryId: number;
}

/** The key of a creation that carries a customId: another content is another entry. */
export const customIdKey = (customId: string, contentHash: string) => `customId:${customId}:${contentHash}`;
/**
 * The key of a creation that carries an `Idempotency-Key`. `key:` began those of the first versions, whose hashes had no
 * key: they match nothing any more, for they would all be conflicts.
 */
export const idempotencyKey = (key: string) => `idempotency:${key}`;

/** What the keys of a creation are made of. */
export interface KeySource {
  /** As in {@link IdempotencyKey}. */
  readonly sender: string;
  readonly customId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Everything that makes it another content: what was sent, on which route, the test flag. */
  readonly content: () => string;
  /** Keys the hash of the content. */
  readonly contentKey: string;
  readonly now: Instant;
}

const dayMs = 24 * 60 * 60_000;

/** The keys of a creation: none when it carries neither a customId nor an Idempotency-Key. */
export function idempotencyKeysOf({
  sender,
  customId,
  idempotencyKey: sent,
  content,
  contentKey,
  now,
}: KeySource): IdempotencyKey[] {
  if (customId === undefined && sent === undefined) return [];
  const contentHash = hash('sha256', `${contentKey}:${content()}`, 'base64url');
  const expiresAt = new Date(Date.parse(now) + idempotencyKeyDays * dayMs).toISOString();
  const keys = [
    ...(sent === undefined ? [] : [idempotencyKey(sent)]),
    ...(customId === undefined ? [] : [customIdKey(customId, contentHash)]),
  ];
  return keys.map((one) => ({ sender, key: one, contentHash, expiresAt }));
}

const byKey = statement<{ sender: string; key: string; now: string }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .select(['sender', 'key', 'content_hash as contentHash', 'entry_id as entryId'])
    .where('sender', '=', p.sender)
    .where('key', '=', p.key)
    .where('expires_at', '>', p.now),
);
// « offset 0 » keeps the planner, which takes every batch for 100 keys, from reading a whole small table each time.
const byKeys = rawStatement<{ keys: string; now: string }, KnownKey>(
  (p) => sql`
    select r.sender, r.key, r.content_hash as "contentHash", r.entry_id as "entryId"
    from json_to_recordset(${p.keys}::json) as asked(sender text, key text)
    cross join lateral (
      select * from idempotency_keys as known where known.sender = asked.sender and known.key = asked.key offset 0
    ) as r
    where r.expires_at > ${p.now}::timestamptz`,
);
// On SQLite a key in the way has expired: this transaction has looked, and there is no other writer.
const insertKey = statement<IdempotencyKey & { entryId: number }>()((db, p, engine) =>
  (engine === 'sqlite' ? db.replaceInto('idempotency_keys') : db.insertInto('idempotency_keys')).values({
    sender: p.sender,
    key: p.key,
    content_hash: p.contentHash,
    entry_id: p.entryId,
    expires_at: p.expiresAt,
  }),
);
const deleteExpiredKey = statement<{ sender: string; key: string; now: string }>()((db, p) =>
  db
    .deleteFrom('idempotency_keys')
    .where('sender', '=', p.sender)
    .where('key', '=', p.key)
    .where('expires_at', '<=', p.now),
);

/** Looks keys up: returns a function that tells the earlier creation of a key, undefined when there is none. */
export async function findIdempotencyKeys(
  tx: Transaction,
  keys: readonly IdempotencyKey[],
  now: Instant,
): Promise<(key: IdempotencyKey) => KnownKey | undefined> {
  const found = new Map<string, KnownKey>();
  if (tx.engine === 'sqlite') {
    const wanted = keys.map(({ sender, key }) => ({ sender, key, now }));
    for (const known of await tx.each(byKey, wanted)) found.set(nameOf(known), known);
  } else if (keys.length > 0) {
    const wanted = JSON.stringify(keys.map(({ sender, key }) => ({ sender, key })));
    for (const known of await tx.all(byKeys, { keys: wanted, now })) found.set(nameOf(known), known);
  }
  return (key) => found.get(nameOf(key));
}

/** Deletes those of these keys that have expired. */
export async function deleteExpired(
  tx: Transaction,
  keys: readonly IdempotencyKey[],
  now: Instant,
): Promise<void> {
  for (const { sender, key } of keys) await tx.run(deleteExpiredKey, { sender, key, now });
}

/** Stores the keys of an entry. On PostgreSQL it fails with `AlreadyThere` when one is known by now. */
export async function insertIdempotencyKeys(
  tx: Transaction,
  stored: readonly { readonly entryId: number; readonly idempotencyKeys: readonly IdempotencyKey[] }[],
): Promise<void> {
  await tx.each(
    insertKey,
    stored.flatMap(({ entryId, idempotencyKeys }) => idempotencyKeys.map((key) => ({ ...key, entryId }))),
  );
}
