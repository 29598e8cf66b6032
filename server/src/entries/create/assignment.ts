import { sql } from 'kysely';
import { type EntryClass, isWithin, reachOfEntry } from '../../access/roles.ts';
import { listUsers, type User } from '../../access/users.ts';
import { parisDay } from '../../clock.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Day, Instant, Tables } from '../../store/tables.ts';
import type { NewEntry } from '../entry.ts';

/** To whom new entries of a residence are given. */
export type AssignmentRule = Tables['assignment_rules'];

// Locked on PostgreSQL until the transaction ends: two batches at a time would give both their entries to the same user.
const rulesOf = statement<{ ids: readonly number[] }>()((db, p, dialect) =>
  dialect.forUpdate(
    db
      .selectFrom('assignment_rules')
      .selectAll()
      .where(dialect.idIn('establishment_id', p.ids))
      .orderBy('establishment_id'),
  ),
);
const setLast = statement<{ establishmentId: number; userId: number }>()((db, p) =>
  db
    .updateTable('assignment_rules')
    .set({ last_user_id: p.userId })
    .where('establishment_id', '=', p.establishmentId),
);
const setOwner = rawStatement<{ ids: readonly number[]; userId: number }, unknown>(
  (p, dialect) => sql`update entries set owner_id = ${p.userId} where ${dialect.idIn('id', p.ids)}`,
);
const absent = rawStatement<{ today: string }, { id: number }>(
  (p) => sql`
    select id from users where away_from <= ${p.today} and (away_until is null or away_until >= ${p.today})`,
);

export async function usersAway(read: Queries, today: Day): Promise<ReadonlySet<number>> {
  return new Set((await read.all(absent, { today })).map(({ id }) => id));
}

/** Whether a user can be given such an entry at a residence. */
export function mayOwn({ state, grants }: User, entry: EntryClass, establishmentId: number | null): boolean {
  return state === 'active' && isWithin(reachOfEntry(grants, 'change', entry), establishmentId);
}

/** Whether a user takes turns at a residence: by a role there. Administrators and head office have roles for all residences. */
export function takesTurns(user: User, entry: EntryClass, establishmentId: number | null): boolean {
  const grants = user.grants.filter((grant) => grant.establishmentId === establishmentId);
  return mayOwn({ ...user, grants }, entry, establishmentId);
}

/**
 * Gives new entries to the users that the rules of their residences name, in the transaction that stores them. Of a
 * residence without a rule, nothing is read but that. Tests, presumed spam, satisfaction surveys and entries that staff
 * enter themselves get no owner.
 */
export async function giveToOwners(
  tx: Transaction,
  stored: readonly { readonly id: number; readonly entry: NewEntry }[],
  at: Instant,
): Promise<void> {
  const given = stored.filter(({ entry }) => isGiven(entry));
  const byResidence = Map.groupBy(given, ({ entry }) => entry.establishmentId);
  byResidence.delete(null);
  if (byResidence.size === 0) return;
  const rules = await tx.all(rulesOf, { ids: [...byResidence.keys()].map(Number) });
  if (rules.length === 0) return;
  const users = (await listUsers(tx)).toSorted((a, b) => a.id - b.id);
  const away = await usersAway(tx, parisDay(new Date(at)));
  for (const rule of rules) {
    const { establishment_id: establishmentId, mode } = rule;
    let last = rule.last_user_id;
    const owners = new Map<number, number[]>();
    for (const { id, entry } of byResidence.get(establishmentId) ?? []) {
      const given = { kind: entry.kind, type: entry.type ?? null };
      const owner =
        mode === 'user'
          ? users.find((user) => user.id === rule.user_id && mayOwn(user, given, establishmentId))
          : nextAfter(
              users.filter((user) => takesTurns(user, given, establishmentId) && !away.has(user.id)),
              last,
            );
      if (owner === undefined) continue;
      owners.set(owner.id, [...(owners.get(owner.id) ?? []), id]);
      last = owner.id;
    }
    for (const [userId, ids] of owners) await tx.run(setOwner, { userId, ids });
    if (mode === 'turn' && last !== null && last !== rule.last_user_id)
      await tx.run(setLast, { establishmentId, userId: last });
  }
}

function isGiven({ test, suspicion, kind, type, callerId, partnerId }: NewEntry): boolean {
  if (test || suspicion !== null || (callerId === null && partnerId === null)) return false;
  return kind !== 'survey' || type !== 'survey.type.survey';
}

/** The user after the last one, by id; the first one after all others. */
function nextAfter(users: readonly User[], last: number | null): User | undefined {
  return users.find(({ id }) => last === null || id > last) ?? users[0];
}
