import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../clock.ts';
import { type Fields, isFields, only } from '../../entries/diff.ts';
import { asCommercial } from '../../orientation/as-commercial.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import { additionalKey } from '../../validation/normalize.ts';
import type { TakenPaths } from '../records/erasures.ts';

/** How long an erased message is recognized: 13 months. */
const keptDays = 396;

const byHash = statement<{ hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('erased_messages')
    .select(sql.lit(1).as('found'))
    .where('hash', '=', p.hash)
    .where('expires_at', '>', p.now),
);
const correctionsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('erasures as c')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.id', '=', 'c.entry_id').onRef('e.received_at', '=', 'c.received_at'),
    )
    .select('c.paths')
    .where('c.entry_id', '=', p.entryId)
    .where('c.paths', 'is not', null)
    .$narrowType<{ paths: string }>(),
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

/** Returns the keyed hash of the number of a partner's request; undefined for a message without one. */
function numberHash({ message, ...sent }: PartnerMessage, contentKey: string): string | undefined {
  const numero: unknown = JSON.parse(message)[numberKey];
  if (numero === undefined) return undefined;
  return messageHash({ ...sent, message: JSON.stringify([numero, numberKey, numero]) }, contentKey);
}
const numberKey = 'NumeroDemandeOrientationCR';

export async function isNumberErased(
  tx: Transaction,
  message: PartnerMessage,
  contentKey: string,
  now: Date,
): Promise<boolean> {
  const hash = numberHash(message, contentKey);
  return hash !== undefined && (await wasErased(tx, hash, now));
}

/** Whether a value was taken out: `changes`, `relations.0` or `actions.2`, and its name, as the history has them. */
export type IsTaken = (place: string, name: string, value?: unknown) => boolean;

/** Whether these paths name a value: `changes.phoneClient`, `relations.0.email`; `relations.0` is all of a related person. */
export function takenBy(paths: readonly string[]): IsTaken {
  const taken = new Set(paths);
  return (place, name) => taken.has(place) || taken.has(`${place}.${name}`);
}

/** Leaves out of a message each key that is read into a value that was taken. */
export function messageWithout({ [additionalKey]: additional, ...declared }: Fields, isTaken: IsTaken) {
  const message = only(declared, (key, value) => {
    const { comment, fields, relations } = asCommercial({ [key]: value });
    const own = Object.entries({ ...fields, ...(comment !== undefined && { comment }) });
    return !(
      own.some(([name, stored]) => isTaken('changes', name, stored)) ||
      [...relations].some(([position, person]) =>
        Object.entries(person).some(([name, stored]) => isTaken(`relations.${position}`, name, stored)),
      )
    );
  });
  const unnamed = only(
    isFields(additional) ? additional : {},
    (name, value) => !isTaken('changes', name, value),
  );
  return Object.keys(unnamed).length === 0 ? message : { ...message, [additionalKey]: unnamed };
}

/** Leaves out of a partner's update what staff have corrected without trace: the ledger names it. */
export async function withoutCorrected<T extends Fields>(tx: Transaction, entryId: number, message: T) {
  const corrections = await tx.all(correctionsOf, { entryId });
  if (corrections.length === 0) return message;
  const paths = corrections.map((row) => JSON.parse(row.paths) as TakenPaths);
  const isTaken = takenBy(paths.flatMap(({ removed, corrected }) => [...removed, ...corrected]));
  return messageWithout(message, isTaken) as T;
}

/** Keeps the hash of a message as it was received: the entry holds only what all of them together say. */
export async function rememberReceived(tx: Transaction, entryId: number, messageHash: string): Promise<void> {
  await tx.run(insertReceived, { entryId, hash: messageHash });
}

/** Locks a partner's messages before the entry, as the partner's update does it: another order could deadlock. */
export async function lockMessages(tx: Transaction, entryId: number): Promise<void> {
  await messagesOf(tx, entryId);
}

/** Remembers as erased all messages that were received for an entry, and what they say together; of a whole entry its number. */
export async function rememberErased(
  tx: Transaction,
  entryId: number,
  { now, secrets: { contentKey } }: OperationContext,
  { isWhole = false } = {},
) {
  const received = await tx.all(
    query((db) =>
      db.selectFrom('message_hashes').select('hash').where('entry_id', '=', entryId).orderBy('hash'),
    ),
  );
  const together = (await messagesOf(tx, entryId)).flatMap((stored) => {
    const sent = { ...stored, test: stored.test === 1 };
    const number = isWhole ? numberHash(sent, contentKey) : undefined;
    return [messageHash(sent, contentKey), ...(number === undefined ? [] : [number])];
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
}

export async function expireErased(tx: Transaction, now: Date): Promise<void> {
  await tx.run(query((db) => db.deleteFrom('erased_messages').where('expires_at', '<=', now.toISOString())));
}

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
