import { sql } from 'kysely';
import type { Queries } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

/** How long the same content sent again is known as a retry (decisions 5). */
export const receiptDays = 30;

/**
 * What makes a creation known when it is sent again: a `customId` with its content, or an `Idempotency-Key`.
 */
export interface Receipt {
  /** Who sent it: `c` and the caller's id, or `p` and the partner's. */
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly expiresAt: Instant;
}

/** A receipt of an earlier creation. */
export interface KnownReceipt {
  readonly sender: string;
  readonly key: string;
  readonly contentHash: string;
  readonly entryId: number;
}

/** The key of a creation that carries a customId: another content is another entry. */
export const customIdKey = (customId: string, contentHash: string) => `customId:${contentHash}:${customId}`;
/** The key of a creation that carries an `Idempotency-Key`. */
export const idempotencyKey = (key: string) => `key:${key}`;

const byKey = statement<{ sender: string; key: string; now: string }>()((db, p) =>
  db
    .selectFrom('receipts')
    .select(['sender', 'key', 'content_hash as contentHash', 'entry_id as entryId'])
    .where('sender', '=', p.sender)
    .where('key', '=', p.key)
    .where('expires_at', '>', p.now),
);
const byKeys = rawStatement<{ keys: string; now: string }, KnownReceipt>(
  (p) => sql`
    select r.sender, r.key, r.content_hash as "contentHash", r.entry_id as "entryId"
    from json_to_recordset(${p.keys}::json) as asked(sender text, key text)
    join receipts r on r.sender = asked.sender and r.key = asked.key
    where r.expires_at > ${p.now}::timestamptz`,
);
const deleteExpired = statement<{ now: string }>()((db, p) =>
  db.deleteFrom('receipts').where('expires_at', '<=', p.now),
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
  tx: Queries,
  receipts: readonly Receipt[],
  now: Instant,
): Promise<(receipt: Receipt) => KnownReceipt | undefined> {
  const found = new Map<string, KnownReceipt>();
  const name = ({ sender, key }: { sender: string; key: string }) => `${sender} ${key}`;
  if (tx.engine === 'sqlite') {
    for (const { sender, key } of receipts) {
      const known = await tx.first(byKey, { sender, key, now });
      if (known !== undefined) found.set(name(known), known);
    }
  } else if (receipts.length > 0) {
    const keys = JSON.stringify(receipts.map(({ sender, key }) => ({ sender, key })));
    for (const known of await tx.all(byKeys, { keys, now })) found.set(name(known), known);
  }
  return (receipt) => found.get(name(receipt));
}

/** Makes room for receipts whose key was used long ago. */
export async function forgetExpired(tx: Queries, receipts: readonly Receipt[], now: Instant): Promise<void> {
  for (const { sender, key } of receipts) await tx.run(deleteExpiredKey, { sender, key, now });
}

/** Deletes every receipt that has ended. Answers how many. */
export function deleteExpiredReceipts(tx: Queries, now: Instant): Promise<number> {
  return tx.run(deleteExpired, { now });
}
