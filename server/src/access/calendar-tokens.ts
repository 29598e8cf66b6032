import { RequestError } from '../contract/request-error.ts';
import { newSecret, type Secrets } from '../secrets.ts';
import type { Queries } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import { auditedOperation } from './audit.ts';
import { type DeskUser, deskUser } from './sessions.ts';

/** Calendars that a user may have on their devices. */
const maxTokens = 5;

const tokensOf = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('calendar_tokens')
    .select(['id', 'created_at as createdAt'])
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null)
    .orderBy('id'),
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
    const values = { user_id: userId, hash: secrets.hash(token), created_at: now.toISOString() };
    const id = await insert(tx, 'calendar_tokens', values);
    await record({ action: 'added', subject: 'calendar', subjectId: id });
    return { id, token };
  },
);

/** Revokes a token of the user. Rejects with NOTFOUND for any other. */
export const revokeCalendarToken = auditedOperation(
  'revokeCalendarToken',
  async (tx, { by: { userId }, id }: Own & { readonly id: number }, { now, record }) => {
    const revoked = await tx.run(
      query((db) =>
        db
          .updateTable('calendar_tokens')
          .set({ revoked_at: now.toISOString() })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null),
      ),
    );
    if (revoked === 0) throw new RequestError('NOTFOUND', `path: you have no calendar ${id}`);
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
