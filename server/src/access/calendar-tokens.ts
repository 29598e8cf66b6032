import { RequestError } from '../contract/request-error.ts';
import { newSecret, type Secrets } from '../secrets.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { auditedOperation } from './audit.ts';
import { type DeskUser, deskUser } from './sessions.ts';

/** Calendars that a user may have on their devices. */
const maxTokens = 5;

const insertToken = statement<{ userId: number; hash: string; now: string }>()((db, p) =>
  db
    .insertInto('calendar_tokens')
    .values({ user_id: p.userId, hash: p.hash, created_at: p.now })
    .returning('id'),
);
const tokensOf = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('calendar_tokens')
    .select(['id', 'created_at as createdAt'])
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null)
    .orderBy('id'),
);
const revoke = statement<{ userId: number; id: number; now: string }>()((db, p) =>
  db
    .updateTable('calendar_tokens')
    .set({ revoked_at: p.now })
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null),
);
const userByToken = statement<{ hash: string }>()((db, p) =>
  db
    .selectFrom('calendar_tokens')
    .innerJoin('users', 'users.id', 'calendar_tokens.user_id')
    .leftJoin('grants', 'grants.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'grants.role',
      'grants.establishment_id as establishmentId',
    ])
    .where('calendar_tokens.hash', '=', p.hash)
    .where('calendar_tokens.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .orderBy('grants.id'),
);

/** Returns the tokens of a user that have not been revoked. */
export function calendarTokensOf(read: Queries, userId: number) {
  return read.all(tokensOf, { userId });
}

interface Own {
  readonly by: { readonly userId: number };
}

/** Makes a token for the user's calendar feed. Returns it: only its hash is stored. Rejects with INVALID for a sixth one. */
export const addCalendarToken = auditedOperation(
  'addCalendarToken',
  async (tx, { by: { userId } }: Own, { secrets, now, record }) => {
    if ((await tx.all(tokensOf, { userId })).length >= maxTokens)
      throw new RequestError('INVALID', `calendar: at most ${maxTokens}; please revoke one first`);
    const token = newSecret('cal');
    const row = await tx.first(insertToken, { userId, hash: secrets.hash(token), now: now.toISOString() });
    if (row === undefined) throw new Error('The new token has no id');
    await record({ action: 'added', subject: 'calendar', subjectId: row.id });
    return { id: row.id, token };
  },
);

/** Revokes a token of the user. Rejects with NOTFOUND for any other. */
export const revokeCalendarToken = auditedOperation(
  'revokeCalendarToken',
  async (tx, { by: { userId }, id }: Own & { readonly id: number }, { now, record }) => {
    if ((await tx.run(revoke, { userId, id, now: now.toISOString() })) === 0)
      throw new RequestError('NOTFOUND', `path: you have no calendar ${id}`);
    await record({ action: 'removed', subject: 'calendar', subjectId: id });
  },
);

/** Returns the active user of a token; undefined for one that is wrong or revoked. */
export async function userOfCalendar(
  read: Queries,
  secrets: Secrets,
  token: string,
): Promise<DeskUser | undefined> {
  const rows = await read.all(userByToken, { hash: secrets.hash(token) });
  const [first] = rows;
  return first && deskUser(first, rows);
}
