import { randomBytes } from 'node:crypto';
import { hourMs, minuteMs } from '../clock.ts';
import type { Secrets } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Grant, Role } from './roles.ts';

/** A session ends after this time without a request, and at this age. */
const idleMinutes = 30;
export const maxHours = 12;

/** When the clock has gone back by more than this, the session has ended: otherwise it would last longer by as much. */
const maxClockSkewMs = 5 * minuteMs;

export interface DeskUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly grants: readonly Grant[];
}

export interface Session {
  readonly user: DeskUser;
  /** Whether {@link touchSession} is due. */
  readonly needsTouch: boolean;
}

const insertSession = statement<{ hash: string; userId: number; now: string }>()((db, p) =>
  db.insertInto('sessions').values({ hash: p.hash, user_id: p.userId, created_at: p.now, seen_at: p.now }),
);
const sessionBy = statement<{ hash: string; seen: string; created: string; latest: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('grants', 'grants.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'sessions.seen_at as seenAt',
      'grants.role',
      'grants.establishment_id as establishmentId',
    ])
    .where('sessions.hash', '=', p.hash)
    .where('sessions.seen_at', '>', p.seen)
    .where('sessions.created_at', '>', p.created)
    .where('sessions.seen_at', '<=', p.latest)
    .where('users.disabled_at', 'is', null)
    .orderBy('grants.id'),
);
const setSeen = statement<{ hash: string; now: string }>()((db, p) =>
  db.updateTable('sessions').set({ seen_at: p.now }).where('hash', '=', p.hash),
);
const deleteSession = statement<{ hash: string }>()((db, p) =>
  db.deleteFrom('sessions').where('hash', '=', p.hash),
);
const deleteSessionsOf = statement<{ userId: number; but: string }>()((db, p) =>
  db.deleteFrom('sessions').where('user_id', '=', p.userId).where('hash', '<>', p.but),
);
const revokeCalendarsOf = statement<{ userId: number; now: string }>()((db, p) =>
  db
    .updateTable('calendar_tokens')
    .set({ revoked_at: p.now })
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null),
);
const deleteEnded = statement<{ seen: string; created: string }>()((db, p) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('seen_at', '<=', p.seen), eb('created_at', '<=', p.created)])),
);

/** Opens a session for a user. Returns its token of 256 random bits, of which only the hash is stored. */
export async function openSession(
  tx: Transaction,
  { secrets, now }: OperationContext,
  userId: number,
): Promise<string> {
  await tx.run(deleteEnded, cutoffs(now));
  const token = randomBytes(32).toString('base64url');
  await tx.run(insertSession, { hash: secrets.hash(token), userId, now: now.toISOString() });
  return token;
}

/** Returns the session of a token; undefined when it has ended, or its user was disabled. */
export async function readSession(
  read: Queries,
  { secrets, now }: OperationContext,
  token: string,
): Promise<Session | undefined> {
  const latest = new Date(now.getTime() + maxClockSkewMs).toISOString();
  const rows = await read.all(sessionBy, { hash: secrets.hash(token), ...cutoffs(now), latest });
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    user: deskUser(first, rows),
    needsTouch: now.getTime() - new Date(first.seenAt).getTime() >= minuteMs,
  };
}

/** A row for each grant of a user; one with a null role for a user without grants. */
interface GrantRow {
  readonly role: Role | null;
  readonly establishmentId: number | null;
}

export function deskUser({ id, email, name }: Omit<DeskUser, 'grants'>, rows: readonly GrantRow[]): DeskUser {
  const grants = rows.flatMap(({ role, establishmentId }): Grant[] =>
    role === null ? [] : [{ role, establishmentId }],
  );
  return { id, email, name, grants };
}

/** Records that a session was used: at most once a minute, since it is a write. */
export const touchSession = operation('touchSession', async (tx, token: string, { secrets, now }) => {
  await tx.run(setSeen, { hash: secrets.hash(token), now: now.toISOString() });
});

export async function endSession(tx: Transaction, secrets: Secrets, token: string): Promise<void> {
  await tx.run(deleteSession, { hash: secrets.hash(token) });
}

/**
 * Ends all sessions of a user but the one of `keptToken`, and revokes the calendar feeds: whoever was signed in may have
 * made one.
 */
export async function endSessionsOf(
  tx: Transaction,
  { secrets, now }: OperationContext,
  userId: number,
  keptToken?: string,
): Promise<void> {
  await tx.run(revokeCalendarsOf, { userId, now: now.toISOString() });
  await tx.run(deleteSessionsOf, {
    userId,
    but: keptToken === undefined ? '' : secrets.hash(keptToken),
  });
}

/** Returns the token that a page must send with every change; pages of other sites can't know it. */
export function csrfTokenOf(secrets: Secrets, token: string): string {
  return secrets.hash(`csrf ${token}`);
}

/** A session last used, or created, at these instants or before has ended. */
function cutoffs(now: Date) {
  return {
    seen: new Date(now.getTime() - idleMinutes * minuteMs).toISOString(),
    created: new Date(now.getTime() - maxHours * hourMs).toISOString(),
  };
}
