import { dayMs } from '../clock.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { query, statement } from '../store/statement.ts';

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
  const hash = hashOf(secrets, origin);
  const seen = { seen_at: now.toISOString() };
  await tx.run(
    query((db) =>
      db
        .insertInto('known_addresses')
        .values({ hash, user_id: userId, ...seen })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(seen)),
    ),
  );
  await tx.run(
    query((db) => {
      const own = db.selectFrom('known_addresses').select('hash').where('user_id', '=', userId);
      const newest = own.orderBy('seen_at', 'desc').orderBy('hash').limit(maxPerUser);
      return db
        .deleteFrom('known_addresses')
        .where('user_id', '=', userId)
        .where((eb) => eb.or([eb('seen_at', '<=', cutoff(now)), eb('hash', 'not in', newest)]));
    }),
  );
}

function hashOf(secrets: OperationContext['secrets'], { email, from }: Origin): string {
  return secrets.hash(`signed in ${email} ${from}`);
}

function cutoff(now: Date): string {
  return new Date(now.getTime() - knownDays * dayMs).toISOString();
}
