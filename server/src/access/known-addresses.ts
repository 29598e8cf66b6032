import { sql } from 'kysely';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Administration } from './context.ts';

/** For so long after the last sign-in an address is known. */
const knownDays = 90;
/** Of each user the newest are kept: mobile networks bring another one every day. */
const mostOfUser = 20;

const dayMs = 24 * 60 * 60_000;

const byHash = statement<{ hash: string; since: string }>()((db, p) =>
  db
    .selectFrom('known_addresses')
    .select('user_id')
    .where('hash', '=', p.hash)
    .where('seen_at', '>', p.since),
);
const put = statement<{ hash: string; userId: number; now: string }>()((db, p) =>
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
            .limit(sql.lit(mostOfUser)),
        ),
      ]),
    ),
);

/** Somebody's e-mail address, as {@link emailKey} makes it, and the group of network addresses that they call from. */
interface Origin {
  readonly email: string;
  readonly from: string;
}

/** Whether the user of an e-mail address has signed in from a network address lately. */
export async function hasSignedInFrom(
  read: Queries,
  { secrets, now }: Administration,
  origin: Origin,
): Promise<boolean> {
  return (await read.first(byHash, { hash: hashOf(secrets, origin), since: oldest(now) })) !== undefined;
}

/** Notes that a user has signed in from a network address. The oldest ones of the user are forgotten. */
export async function noteSignInFrom(
  tx: Transaction,
  { secrets, now }: Administration,
  userId: number,
  origin: Origin,
): Promise<void> {
  await tx.run(put, { hash: hashOf(secrets, origin), userId, now: now.toISOString() });
  await tx.run(deleteOld, { userId, since: oldest(now) });
}

function hashOf(secrets: Administration['secrets'], { email, from }: Origin): string {
  return secrets.hash(`signed in ${email} ${from}`);
}

function oldest(now: Date): string {
  return new Date(now.getTime() - knownDays * dayMs).toISOString();
}
