import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** How long an address stays known after the last sign-in from it. */
const knownDays = 90;
/** The newest are kept: mobile networks assign another address every day. */
const maxPerUser = 20;

const byHash = statement<{ hash: string; since: string }>()((db, p) =>
  db
    .selectFrom('known_addresses')
    .select('user_id')
    .where('hash', '=', p.hash)
    .where('seen_at', '>', p.since),
);
const upsertAddress = statement<{ hash: string; userId: number; now: string }>()((db, p) =>
  db
    .insertInto('known_addresses')
    .values({ hash: p.hash, user_id: p.userId, seen_at: p.now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ seen_at: p.now })),
);
const deleteOld = statement<{ userId: number; since: string }>()((db, p) =>
  db
    .deleteFrom('known_addresses')
    .where('user_id', '=', p.userId)
    .where((eb) =>
      eb.or([
        eb('seen_at', '<=', p.since),
        eb(
          'hash',
          'not in',
          eb
            .selectFrom('known_addresses')
            .select('hash')
            .where('user_id', '=', p.userId)
            .orderBy('seen_at', 'desc')
            .orderBy('hash')
            .limit(sql.lit(maxPerUser)),
        ),
      ]),
    ),
);

/** A user's e-mail address, as {@link emailKey} returns it, and the group of network addresses of the request. */
interface Origin {
  readonly email: string;
  readonly from: string;
}

/** Whether the user has signed in from this group of network addresses within {@link knownDays} days. */
export async function hasSignedInFrom(
  read: Queries,
  { secrets, now }: OperationContext,
  origin: Origin,
): Promise<boolean> {
  return (await read.first(byHash, { hash: hashOf(secrets, origin), since: cutoff(now) })) !== undefined;
}

/** Remembers the group of network addresses that a user has signed in from, and deletes the oldest ones. */
export async function recordSignInFrom(
  tx: Transaction,
  { secrets, now }: OperationContext,
  userId: number,
  origin: Origin,
): Promise<void> {
  await tx.run(upsertAddress, { hash: hashOf(secrets, origin), userId, now: now.toISOString() });
  await tx.run(deleteOld, { userId, since: cutoff(now) });
}

function hashOf(secrets: OperationContext['secrets'], { email, from }: Origin): string {
  return secrets.hash(`signed in ${email} ${from}`);
}

function cutoff(now: Date): string {
  return new Date(now.getTime() - knownDays * dayMs).toISOString();
}
