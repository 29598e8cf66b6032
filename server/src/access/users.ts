import type { Selectable } from 'kysely';
import { notFound, RequestError } from '../contract/request-error.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import type { Day, Instant, Tables } from '../store/tables.ts';
import { displayedPreference, type MailPreference } from './mail-preference.ts';
import { type Grant, rolesEverywhere } from './roles.ts';

/** Days on which a user is not there, the first and the last one included. */
export interface Absence {
  readonly from: Day;
  readonly until: Day;
}

/** A user as administrators see them. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly grants: Grant[];
  /** `invited` until a password is chosen. */
  readonly state: 'invited' | 'active' | 'disabled';
  readonly createdAt: Instant;
  /** How often they are notified of new entries by e-mail. */
  readonly mail: MailPreference;
  /** Whether signing in also needs a code of an authenticator app. */
  readonly totp: boolean;
  readonly lastSignInAt: Instant | null;
  /** Null when none is noted. */
  readonly away: Absence | null;
}

const columns = [
  'id',
  'email',
  'name',
  'password_hash',
  'disabled_at',
  'created_at',
  'mail',
  'totp_since',
  'last_sign_in_at',
  'away_from',
  'away_until',
] as const;

/** A link that was sent works no longer. */
export const noInvitation = { invitation_hash: null, invitation_until: null };

const userByEmail = statement<{ email: string }>()((db, p) =>
  db.selectFrom('users').select(columns).where('email', '=', p.email),
);
// Locked until the transaction ends: decisions taken from a user's row must still hold at commit.
const lockedById = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('users').select(columns).where('id', '=', p.id);
  return dialect.forUpdate(found);
});
const allUsers = statement()((db) => db.selectFrom('users').select(columns).orderBy('email'));
const allGrants = statement()((db) =>
  db
    .selectFrom('grants')
    .select(['user_id as userId', 'role', 'establishment_id as establishmentId'])
    .orderBy('id'),
);
/** Returns an e-mail address in the form that identifies a user. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/**
 * Adds a user and returns the id. Without a password, the user chooses one by invitation. Throws `INVALID` for an address
 * in use, an impossible grant or an unknown residence.
 */
export async function addUser(
  tx: Transaction,
  { now }: OperationContext,
  user: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string | null;
    readonly grants: readonly Grant[];
  },
): Promise<number> {
  const email = emailKey(user.email);
  await refuseKnownEmail(tx, email);
  const id = await insert(tx, 'users', {
    email,
    name: user.name,
    password_hash: user.passwordHash,
    created_at: now.toISOString(),
  });
  await insertGrants(tx, id, user.grants);
  return id;
}

/** Returns all users, by e-mail address. */
export async function listUsers(read: Queries): Promise<User[]> {
  const rows = await read.all(allUsers);
  const grants = Map.groupBy(await read.all(allGrants), ({ userId }) => userId);
  return rows.map((row) => toUser(row, grants.get(row.id) ?? []));
}

/** Throws `INVALID` for an address in use, given as {@link emailKey} makes it. */
export async function refuseKnownEmail(tx: Transaction, email: string): Promise<void> {
  if ((await tx.first(userByEmail, { email })) !== undefined)
    throw new RequestError('INVALID', `A user ${email} is already there`);
}

/** Returns a user's row, locked until the transaction ends. Throws `NOTFOUND` for an unknown user. */
export async function lockUser(tx: Transaction, id: number) {
  const row = await tx.first(lockedById, { id });
  if (row === undefined) throw notFound('user', id);
  return row;
}

/** Throws `INVALID` for an impossible grant or an unknown residence. */
export async function insertGrants(tx: Transaction, userId: number, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) throw new RequestError('INVALID', 'A user has one role or more');
  for (const { role, establishmentId } of grants) {
    if (establishmentId !== null && rolesEverywhere.has(role))
      throw new RequestError('INVALID', `The role ${role} is for all residences: none can be given`);
    if (
      establishmentId !== null &&
      (await tx.first(
        query((db) => db.selectFrom('establishments').select('id').where('id', '=', establishmentId)),
      )) === undefined
    )
      throw new RequestError('INVALID', `There is no residence ${establishmentId}`);
    await insert(tx, 'grants', { user_id: userId, role, establishment_id: establishmentId });
  }
}

type Row = Pick<Selectable<Tables['users']>, (typeof columns)[number]>;

function toUser(row: Row, grants: readonly Grant[]): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    grants: grants.map(({ role, establishmentId }) => ({ role, establishmentId })),
    state: row.disabled_at !== null ? 'disabled' : row.password_hash === null ? 'invited' : 'active',
    createdAt: row.created_at,
    mail: displayedPreference(grants, row.mail),
    totp: row.totp_since !== null,
    lastSignInAt: row.last_sign_in_at,
    away: toAbsence(row),
  };
}

/** Returns the absence in a user's columns; null for none. */
export function toAbsence({
  away_from: from,
  away_until: until,
}: Pick<Row, 'away_from' | 'away_until'>): Absence | null {
  return from === null || until === null ? null : { from, until };
}
