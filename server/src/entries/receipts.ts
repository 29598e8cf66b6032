import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

/** How long the same content sent again is known as a retry (docs/interface.md, « Retries »). */
export const receiptDays = 30;

/**
 * What makes a creation known when it is sent again: a `customId` with its content, or an `Idempotency-Key`.
 */
export interface Receipt {
  /** Who sent it: `c` and the caller's id (`b` for its `browser` passwords), `p` and the partner's, or `u` and the user's. */
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly expiresAt: Instant;
}

/** What no other receipt has: no sender's name has a space. */
export const nameOf = ({ sender, key }: Pick<Receipt, 'sender' | 'key'>) => `${sender} ${key}`;

/** A receipt of an earlier creation. */
export interface KnownReceipt {
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

/** What makes a creation known when it is sent again. */
export interface Identification {
  /** Who sends: `c` and the caller's id (`b` for its `browser` passwords), `p` and the partner's, or `u` and the user's. */
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

/** The receipts of a creation: none when it carries neither a customId nor an Idempotency-Key. */
export function receiptsOf({
  sender,
  customId,
  idempotencyKey: key,
  content,
  contentKey,
  now,
}: Identification): Receipt[] {
  if (customId === undefined && key === undefined) return [];
  const contentHash = hash('sha256', `${contentKey}:${content()}`, 'base64url');
  const expiresAt = new Date(Date.parse(now) + receiptDays * dayMs).toISOString();
  const keys = [
    ...(key === undefined ? [] : [idempotencyKey(key)]),
    ...(customId === undefined ? [] : [customIdKey(customId, contentHash)]),
  ];
  return keys.map((one) => ({ sender, key: one, contentHash, expiresAt }));
}

const byKeys = rawStatement<{ keys: string; now: string }, KnownReceipt>(
  (p, { records, joinEach }) => sql`
    select r.sender, r.key, r.content_hash as "contentHash", r.entry_id as "entryId"
    from ${records(p.keys, { sender: 'text', key: 'text' })} as asked
    ${joinEach('receipts', 'r', sql`r.sender = asked.sender and r.key = asked.key`)}
    where r.expires_at > ${p.now}`,
);
const insertReceipt = statement<{
  sender: string;
  key: string;
  contentHash: string;
  entryId: number;
  expiresAt: string;
}>()((db, p) =>
  db.insertInto('receipts').values({
    sender: p.sender,
    key: p.key,
    content_hash: p.contentHash,
    entry_id: p.entryId,
    expires_at: p.expiresAt,
  }),
);
const deleteExpiredKey = statement<{ sender: string; key: string; now: string }>()((db, p) =>
  db
    .deleteFrom('receipts')
    .where('sender', '=', p.sender)
    .where('key', '=', p.key)
    .where('expires_at', '<=', p.now),
);

/** Which of these creations are known already, as a lookup by receipt. */
export async function knownReceipts(
  tx: Transaction,
  receipts: readonly Receipt[],
  now: Instant,
): Promise<(receipt: Receipt) => KnownReceipt | undefined> {
  const found = new Map<string, KnownReceipt>();
  if (receipts.length > 0) {
    const keys = JSON.stringify(receipts.map(({ sender, key }) => ({ sender, key })));
    for (const known of await tx.all(byKeys, { keys, now })) found.set(nameOf(known), known);
  }
  return (receipt) => found.get(nameOf(receipt));
}

/** Makes room for receipts whose key was used long ago. */
export async function forgetExpired(
  tx: Transaction,
  receipts: readonly Receipt[],
  now: Instant,
): Promise<void> {
  for (const { sender, key } of receipts) await tx.run(deleteExpiredKey, { sender, key, now });
}

/** Makes an entry that is stored already known by more receipts. Fails with `AlreadyThere` when one is known by now. */
export async function addReceipts(
  tx: Transaction,
  receipts: readonly Receipt[],
  entryId: number,
  now: Instant,
): Promise<void> {
  await forgetExpired(tx, receipts, now);
  for (const receipt of receipts) await tx.run(insertReceipt, { ...receipt, entryId });
}
