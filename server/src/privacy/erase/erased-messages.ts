import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';

/** How long an erased message is recognized: 13 months. */
const keptDays = 396;

const byHash = statement<{ hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('erased_messages')
    .select(sql.lit(1).as('found'))
    .where('hash', '=', p.hash)
    .where('expires_at', '>', p.now),
);
const insertReceived = statement<{ entryId: number; hash: string }>()((db, p) =>
  db
    .insertInto('message_hashes')
    .values({ entry_id: p.entryId, hash: p.hash })
    .onConflict((conflict) => conflict.columns(['entry_id', 'hash']).doNothing()),
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
  await messagesOf(tx, entryId);
}

/** Remembers as erased all messages that were received for an entry, and what they say together. */
export async function rememberErased(tx: Transaction, entryId: number, { now, secrets }: OperationContext) {
  const received = await tx.all(
    query((db) =>
      db.selectFrom('message_hashes').select('hash').where('entry_id', '=', entryId).orderBy('hash'),
    ),
  );
  const together = (await messagesOf(tx, entryId)).map(({ test, ...sent }) =>
    messageHash({ ...sent, test: test === 1 }, secrets.contentKey),
  );
  const expires_at = new Date(now.getTime() + keptDays * dayMs).toISOString();
  for (const hash of [...received.map((one) => one.hash), ...together])
    await tx.run(
      query((db) =>
        db
          .insertInto('erased_messages')
          .values({ hash, expires_at })
          .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at })),
      ),
    );
}

/** Forgets which messages were received for an entry. */
export async function forgetReceived(tx: Transaction, entryId: number): Promise<void> {
  await tx.run(query((db) => db.deleteFrom('message_hashes').where('entry_id', '=', entryId)));
}

/** Forgets the hashes that have expired. */
export async function expireErased(tx: Transaction, now: Date): Promise<void> {
  await tx.run(query((db) => db.deleteFrom('erased_messages').where('expires_at', '<=', now.toISOString())));
}

/** Whether the data of a message with this hash was erased. */
export async function wasErased(tx: Transaction, messageHash: string, now: Date): Promise<boolean> {
  return (await tx.first(byHash, { hash: messageHash, now: now.toISOString() })) !== undefined;
}

function messagesOf(tx: Transaction, entryId: number) {
  return tx.all(
    query((db, { forUpdate }) =>
      forUpdate(
        db
          .selectFrom('orientations')
          .select(['partner_id as partnerId', 'test', 'message'])
          .where('entry_id', '=', entryId),
      ),
    ),
  );
}
