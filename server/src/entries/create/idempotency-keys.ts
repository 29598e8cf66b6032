import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

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
export const mapKey = ({ sender, key }: Pick<IdempotencyKey, 'sender' | 'key'>) => `${sender} ${key}`;

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
 * The key of a creation that carries an `Idempotency-Key`. A change of the content hash needs another prefix: with the old
 * one every retry across the upgrade would be a conflict. (`key:` and `idempotency:` were earlier ones.)
 */
export const idempotencyKey = (key: string) => `request:${key}`;

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

const byKeys = rawStatement<{ keys: string; now: string }, KnownKey>(
  (p, { records, joinEach }) => sql`
    select k.sender, k.key, k.content_hash as "contentHash", k.entry_id as "entryId"
    from ${records(p.keys, { sender: 'text', key: 'text' })} as asked
    ${joinEach('idempotency_keys', 'k', sql`k.sender = asked.sender and k.key = asked.key`)}
    where k.expires_at > ${p.now}`,
);
// On SQLite a key in the way has expired: this transaction has looked, and there is no other writer.
const insertKey = statement<IdempotencyKey & { entryId: number }>()((db, p, { isServer }) =>
  (isServer ? db.insertInto('idempotency_keys') : db.replaceInto('idempotency_keys')).values({
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
  if (keys.length > 0) {
    const wanted = JSON.stringify(keys.map(({ sender, key }) => ({ sender, key })));
    for (const known of await tx.all(byKeys, { keys: wanted, now })) found.set(mapKey(known), known);
  }
  return (key) => found.get(mapKey(key));
}

/** Deletes those of these keys that have expired. */
export async function deleteExpired(
  tx: Transaction,
  keys: readonly IdempotencyKey[],
  now: Instant,
): Promise<void> {
  for (const { sender, key } of keys) await tx.run(deleteExpiredKey, { sender, key, now });
}

/** Stores the keys of an entry. On PostgreSQL it fails with `UniqueViolation` when one is known by now. */
export async function insertIdempotencyKeys(
  tx: Transaction,
  stored: readonly { readonly entryId: number; readonly idempotencyKeys: readonly IdempotencyKey[] }[],
): Promise<void> {
  await tx.each(
    insertKey,
    stored.flatMap(({ entryId, idempotencyKeys }) => idempotencyKeys.map((key) => ({ ...key, entryId }))),
  );
}
