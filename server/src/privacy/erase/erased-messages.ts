import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

/** How long an erased message is recognized: 13 months. */
const keptDays = 396;

const insert = statement<{ hash: string; expiresAt: string }>()((db, p) =>
  db
    .insertInto('erased_messages')
    .values({ hash: p.hash, expires_at: p.expiresAt })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at: p.expiresAt })),
);
const byHash = statement<{ hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('erased_messages')
    .select(sql.lit(1).as('found'))
    .where('hash', '=', p.hash)
    .where('expires_at', '>', p.now),
);
const deleteExpired = statement<{ now: string }>()((db, p) =>
  db.deleteFrom('erased_messages').where('expires_at', '<=', p.now),
);

const insertReceived = statement<{ entryId: number; hash: string }>()((db, p) =>
  db
    .insertInto('message_hashes')
    .values({ entry_id: p.entryId, hash: p.hash })
    .onConflict((conflict) => conflict.columns(['entry_id', 'hash']).doNothing()),
);
const receivedFor = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('message_hashes').select('hash').where('entry_id', '=', p.entryId).orderBy('hash'),
);
const deleteReceived = statement<{ entryId: number }>()((db, p) =>
  db.deleteFrom('message_hashes').where('entry_id', '=', p.entryId),
);

/** A partner's message, as JSON text. */
export interface PartnerMessage {
  readonly partnerId: number;
  readonly test: boolean;
  readonly message: string;
}

/** Returns the keyed hash of a partner's message. `contentKey` as in secrets.ts. */
export function messageHash({ partnerId, test, message }: PartnerMessage, contentKey: string): string {
  return hash('sha256', `${contentKey}:${JSON.stringify([partnerId, test, message])}`, 'base64url');
}

/** Remembers the hash of a message whose data is erased. */
export async function rememberErased(tx: Transaction, messageHash: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptDays * dayMs).toISOString();
  await tx.run(insert, { hash: messageHash, expiresAt });
}

/** Keeps the hash of a message as it was received: the entry holds only what all of them together say. */
export async function rememberReceived(tx: Transaction, entryId: number, messageHash: string): Promise<void> {
  await tx.run(insertReceived, { entryId, hash: messageHash });
}

/** Remembers as erased all messages that were received for an entry. */
export async function rememberAllErased(tx: Transaction, entryId: number, now: Date): Promise<void> {
  for (const { hash } of await tx.all(receivedFor, { entryId })) await rememberErased(tx, hash, now);
}

/** Forgets which messages were received for an entry. */
export async function forgetReceived(tx: Transaction, entryId: number): Promise<void> {
  await tx.run(deleteReceived, { entryId });
}

/** Forgets the hashes that have expired. */
export async function expireErased(tx: Transaction, now: Date): Promise<void> {
  await tx.run(deleteExpired, { now: now.toISOString() });
}

/** Whether the data of a message with this hash was erased. */
export async function wasErased(tx: Transaction, messageHash: string, now: Date): Promise<boolean> {
  return (await tx.first(byHash, { hash: messageHash, now: now.toISOString() })) !== undefined;
}
