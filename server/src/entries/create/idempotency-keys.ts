import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import type { Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** How long a repeated request is recognized as a retry (docs/interface.md, « Retries »). */
const idempotencyKeyDays = 30;

/** Identifies a repeated creation: made from an `Idempotency-Key`, or from a `customId` and its content. */
export type IdempotencyKey = {
  /** `c` and the caller's id (`b` for its `browser` passwords), `p` and the partner's id, or `u` and the user's id. */
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly expiresAt: Instant;
};

/** A unique map key, because `sender` has no space. */
export const mapKey = ({ sender, key }: Pick<IdempotencyKey, 'sender' | 'key'>) => `${sender} ${key}`;

/** A stored key of an earlier creation. */
type KnownKey = Omit<IdempotencyKey, 'expiresAt'> & { readonly entryId: number };

/** The key made from a `customId`. It includes the hash: the same `customId` with other content is another entry. */
export const customIdKey = (customId: string, contentHash: string) => `customId:${customId}:${contentHash}`;
/**
 * The key made from an `Idempotency-Key`. When the content hash changes, the prefix must change too: otherwise every retry
 * across the upgrade would be a conflict. (`key:`, `idempotency:` and `request:` were used before.)
 */
export const idempotencyKey = (key: string) => `sent:${key}`;

/** The values from which the keys of a creation are made. */
interface KeySource {
  /** As in {@link IdempotencyKey}. */
  readonly sender: string;
  readonly customId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Everything that distinguishes the request: the data sent, the route, the test flag. */
  readonly content: () => string;
  /** The secret of the content hash. */
  readonly contentKey: string;
  readonly now: Instant;
}

/** Returns the keys of a creation: none when it carries neither a `customId` nor an `Idempotency-Key`. */
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
// On SQLite a conflicting key must have expired: this transaction has checked, and there is no other writer.
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

/** Looks up unexpired keys. Returns a function from a key to the stored one, or to undefined when there is none. */
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

/** Deletes the expired ones among these keys. */
export async function deleteExpired(tx: Transaction, keys: readonly IdempotencyKey[], now: Instant) {
  for (const { sender, key } of keys) await tx.run(deleteExpiredKey, { sender, key, now });
}

/** Stores the keys of entries. On PostgreSQL it rejects with `UniqueViolation` when one was stored in the meantime. */
export async function insertIdempotencyKeys(
  tx: Transaction,
  stored: readonly { readonly entryId: number; readonly idempotencyKeys: readonly IdempotencyKey[] }[],
): Promise<void> {
  await tx.each(
    insertKey,
    stored.flatMap(({ entryId, idempotencyKeys }) => idempotencyKeys.map((key) => ({ ...key, entryId }))),
  );
}
