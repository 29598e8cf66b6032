import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import { type Fields, isFields, only } from '../../entries/diff.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query, statement } from '../../store/statement.ts';
import { additionalKey } from '../../validation/normalize.ts';

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

/**
 * Returns the keyed hash of each value of a message with a number, by its key; the number has one too. None without a
 * number: nothing can be added to such a request.
 */
function valueHashes({ message, ...sent }: PartnerMessage, contentKey: string): Map<string, string> {
  const { [additionalKey]: unnamed, etablissementId: _, ...named }: Fields = JSON.parse(message);
  const numero = named[numberKey];
  if (numero === undefined) return new Map();
  return new Map(
    Object.entries({ ...named, ...(isFields(unnamed) && unnamed) }).map(([key, value]) => [
      key,
      messageHash({ ...sent, message: JSON.stringify([numero, key, value]) }, contentKey),
    ]),
  );
}
const numberKey = 'NumeroDemandeOrientationCR';

/** Returns the keys of the values of a message that were erased, and whether it says nothing else. */
export async function erasedValues(tx: Transaction, message: PartnerMessage, contentKey: string, now: Date) {
  const hashes = valueHashes(message, contentKey);
  const keys = new Set<string>();
  // Nearly always nothing of the number was erased.
  const hasErased = await wasErased(tx, hashes.get(numberKey) ?? '', now);
  if (hasErased)
    for (const [key, hash] of hashes)
      if (key !== numberKey && (await wasErased(tx, hash, now))) keys.add(key);
  return { keys, areAll: keys.size > 0 && keys.size === hashes.size - 1 };
}

/** Keeps the hash of a message as it was received: the entry holds only what all of them together say. */
export async function rememberReceived(tx: Transaction, entryId: number, messageHash: string): Promise<void> {
  await tx.run(insertReceived, { entryId, hash: messageHash });
}

/** Locks a partner's messages before the entry, as the partner's update does it: another order could deadlock. */
export async function lockMessages(tx: Transaction, entryId: number): Promise<void> {
  await messagesOf(tx, entryId);
}

/**
 * Remembers as erased all messages that were received for an entry, what they say together, and the values of these keys,
 * all by default.
 */
export async function rememberErased(
  tx: Transaction,
  entryId: number,
  { now, secrets: { contentKey } }: OperationContext,
  isErased: (key: string) => boolean = () => true,
) {
  const received = await tx.all(
    query((db) =>
      db.selectFrom('message_hashes').select('hash').where('entry_id', '=', entryId).orderBy('hash'),
    ),
  );
  const together = (await messagesOf(tx, entryId)).flatMap((stored) => {
    const sent = { ...stored, test: stored.test === 1 };
    const values = [...valueHashes(sent, contentKey)].filter(([key]) => key === numberKey || isErased(key));
    return [messageHash(sent, contentKey), ...values.map(([, hash]) => hash)];
  });
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
  await leaveOutOfWaiting(tx, entryId, contentKey, now);
}

/** Takes erased values out of the updates that wait for the officer: applied later, they would bring them back. */
async function leaveOutOfWaiting(tx: Transaction, entryId: number, contentKey: string, now: Date) {
  const waiting = await tx.all(
    query((db) =>
      db
        .selectFrom('withheld_messages as w')
        .innerJoin('orientations as o', 'o.entry_id', 'w.entry_id')
        .select(['w.id', 'w.message', 'o.partner_id as partnerId', 'o.test'])
        .where('w.entry_id', '=', entryId)
        .where('w.kind', '=', 'update'),
    ),
  );
  for (const { id, test, ...sent } of waiting) {
    const { keys } = await erasedValues(tx, { ...sent, test: test === 1 }, contentKey, now);
    if (keys.size === 0) continue;
    const { [additionalKey]: unnamed, ...named }: Fields = JSON.parse(sent.message);
    const isLeft = (key: string) => !keys.has(key);
    const left = {
      ...only(named, isLeft),
      ...(isFields(unnamed) && { [additionalKey]: only(unnamed, isLeft) }),
    };
    await update(tx, 'withheld_messages', id, { message: JSON.stringify(left) });
  }
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
