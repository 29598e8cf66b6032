// Requests of partners whose data was erased: their numbers are known for 13 months, by a keyed hash.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { query, statement } from '../store/statement.ts';
import { recordDecision } from './decisions.ts';

const keptDays = 396;

const byHash = statement<{ hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('erased_messages')
    .select(sql.lit(1).as('found'))
    .where('hash', '=', p.hash)
    .where('expires_at', '>', p.now),
);

/** By what a partner's request is known. */
interface NumberOfPartner {
  readonly partnerId: number;
  readonly test: boolean;
  /** `NumeroDemandeOrientationCR`. */
  readonly numero: string;
}

/** `contentKey` as in secrets.ts. */
function numberHash({ partnerId, test, numero }: NumberOfPartner, contentKey: string): string {
  const message = JSON.stringify([numero, 'NumeroDemandeOrientationCR', numero]);
  return hash('sha256', `${contentKey}:${JSON.stringify([partnerId, test, message])}`, 'base64url');
}

export async function isNumberErased(
  read: Queries,
  number: NumberOfPartner,
  contentKey: string,
  now: Date,
): Promise<boolean> {
  const found = { hash: numberHash(number, contentKey), now: now.toISOString() };
  return (await read.first(byHash, found)) !== undefined;
}

/** Remembers the number of the partner's request that an entry is of, if it is. */
export async function rememberNumber(
  tx: Transaction,
  entryId: number,
  { now, secrets: { contentKey } }: OperationContext,
): Promise<void> {
  for (const { numero, test, partnerId } of await lockOrientations(tx, entryId)) {
    if (numero === null) continue;
    const hash = numberHash({ partnerId, test: test === 1, numero }, contentKey);
    await rememberHash(tx, hash, now);
    await recordDecision(tx, { kind: 'number', at: now.toISOString(), hash });
  }
}

/** Remembers that the data of the request with this hash was erased then. */
export async function rememberHash(tx: Transaction, hash: string, erasedAt: Date): Promise<void> {
  const expires_at = new Date(erasedAt.getTime() + keptDays * dayMs).toISOString();
  await tx.run(
    query((db) =>
      db
        .insertInto('erased_messages')
        .values({ hash, expires_at })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at })),
    ),
  );
}

export async function expireNumbers(tx: Transaction, now: Date): Promise<void> {
  await tx.run(query((db) => db.deleteFrom('erased_messages').where('expires_at', '<=', now.toISOString())));
}

/** Locks the partner's request that an entry is of. Before the entry, as an update of it does: another order could deadlock. */
export function lockOrientations(tx: Transaction, entryId: number) {
  return tx.all(
    query((db, { forUpdate }) =>
      forUpdate(
        db
          .selectFrom('orientations')
          .select(['partner_id as partnerId', 'test', 'numero'])
          .where('entry_id', '=', entryId),
      ),
    ),
  );
}
