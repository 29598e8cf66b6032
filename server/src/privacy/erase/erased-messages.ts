import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
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
const messagesOf = statement<{ entryId: number }>()((db, p, dialect) =>
  dialect.forUpdate(
    db
      .selectFrom('orientations')
      .select(['partner_id as partnerId', 'test', 'message'])
      .where('entry_id', '=', p.entryId),
  ),
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

/** Keeps the hash of a message as it was received: the entry holds only what all of them together say. */
export async function rememberReceived(tx: Transaction, entryId: number, messageHash: string): Promise<void> {
  await tx.run(insertReceived, { entryId, hash: messageHash });
}

/** Locks a partner's messages before the entry, as the partner's update does it: another order could deadlock. */
export async function lockMessages(tx: Transaction, entryId: number): Promise<void> {
  await tx.all(messagesOf, { entryId });
}

/** Remembers as erased all messages that were received for an entry, and what they say together. */
export async function rememberErased(
  tx: Transaction,
  entryId: number,
  { now, secrets }: OperationContext,
): Promise<void> {
  const received = (await tx.all(receivedFor, { entryId })).map(({ hash }) => hash);
  const together = (await tx.all(messagesOf, { entryId })).map(({ test, ...sent }) =>
    messageHash({ ...sent, test: test === 1 }, secrets.contentKey),
  );
  const expiresAt = new Date(now.getTime() + keptDays * dayMs).toISOString();
  for (const hash of [...received, ...together]) await tx.run(insert, { hash, expiresAt });
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
