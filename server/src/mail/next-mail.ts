import { sql } from 'kysely';
import { minuteMs, parisDay } from '../clock.ts';
import { isInState } from '../follow-up/state.ts';
import { appendMail } from '../outbox/append-mail.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { type Parameters, rawStatement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { type CountRow, countsFor, joinedResidence } from './counts.ts';
import { concerns, type Recipient, recipients } from './recipients.ts';
import { newsMail } from './texts.ts';

/** The time between two mails to a user: sixty fake leads must not bury the one from a family. */
const pauseMs = 15 * minuteMs;

const addEntry = rawStatement<{ userId: number; entryId: number; at: Instant }, unknown>(
  (p, dialect) => sql`
insert into deferred_notifications (user_id, entry_id, deferred_at) values (${p.userId}, ${p.entryId}, ${dialect.instant(p.at)})
on conflict (user_id, entry_id) do update set deferred_at = excluded.deferred_at`,
);
// A mail written while the clock was wrong may lie half a year ahead: it holds nothing back. Nor do links to choose a password.
type Pause = { since: Instant; until: Instant };
const hadMail = ({ since, until }: Parameters<Pause>) => sql`
exists (select 1 from mails m where m.user_id = d.user_id and m.secret = 0 and m.created_at > ${since} and m.created_at <= ${until})`;
const firstDue = rawStatement<Pause, { userId: number }>(
  (p) => sql`select d.user_id as "userId" from deferred_notifications d where not ${hadMail(p)} limit 1`,
);
const takeEntries = rawStatement<{ userId: number }, { entryId: number; addedAt: Instant }>(
  (p) => sql`
delete from deferred_notifications where user_id = ${p.userId} returning entry_id as "entryId", deferred_at as "addedAt"`,
);

interface NewsRow extends CountRow {
  readonly entryId: number;
  readonly overdueAt: Instant | null;
  readonly isToCall: 0 | 1;
}
const readEntries = rawStatement<{ ids: string; today: Day }, NewsRow>(
  (p, dialect) => sql`
select e.id as "entryId", e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, 1 as n, e.overdue_notified_at as "overdueAt",
  case when ${isInState('to-call', p.today)} then 1 else 0 end as "isToCall"
from entries e ${joinedResidence} and ${dialect.idIn('e.id', p.ids)}
order by e.establishment_id is null, e.establishment_id, e.id`,
);

/** Adds an entry to what the user's next mail lists: as overdue if `at` is the entry's `overdue_notified_at`. */
export async function addToNextMail(
  tx: Transaction,
  entry: { readonly userId: number; readonly entryId: number; readonly at: Instant },
): Promise<void> {
  await tx.run(addEntry, entry);
}

/** Whether a user with something to be told has had no mail for a quarter of an hour. */
export async function isMailDue(read: Queries, now: Date): Promise<boolean> {
  return (await read.first(firstDue, pauseBefore(now))) !== undefined;
}

/**
 * Writes one user's mail about the entries added since the one before, at most one in a quarter of an hour across all
 * processes. Skips what is spam, a duplicate or out of the user's reach by then, and overdue leads that were called.
 * Returns how many users were handled: 0 or 1.
 */
export const writeNextMail = operation(
  'writeNextMail',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    await lockName(tx, 'mails to staff');
    const userId = (await tx.first(firstDue, pauseBefore(now)))?.userId;
    if (userId === undefined) return 0;
    const addedAt = new Map((await tx.all(takeEntries, { userId })).map((row) => [row.entryId, row.addedAt]));
    const ids = JSON.stringify([...addedAt.keys()]);
    const found = await tx.all(readEntries, { ids, today: parisDay(now) });
    const isOverdue = ({ entryId, overdueAt }: NewsRow) => overdueAt === addedAt.get(entryId);
    const ofUser = (grants: readonly Recipient[]) => grants.filter((one) => one.userId === userId);
    const atOnce = ofUser(await recipients(tx, 'at-once'));
    const direction = ofUser(await directors(tx));
    const arrived = found.filter((row) => !isOverdue(row) && isWithinReach(atOnce, row));
    const overdue = found.filter(
      (row) => isOverdue(row) && row.isToCall === 1 && isWithinReach(direction, row),
    );
    const [first, ...others] = [...overdue, ...arrived];
    if (first === undefined) return 1;
    const news = { arrived: arrived.map(arrivedEntry), counts: countsFor(atOnce, arrived), overdue };
    const mail = {
      userId,
      entryId: others.length === 0 ? first.entryId : null,
      ...newsMail(news, publicUrl),
    };
    await appendMail(tx, mail, { publicUrl, at: now.toISOString() });
    return 1;
  },
);

/** The grants by which users are told of overdue leads. */
export async function directors(read: Queries): Promise<Recipient[]> {
  return (await recipients(read, 'at-once', 'digest')).filter(({ role }) => role === 'direction');
}

const isWithinReach = (grants: readonly Recipient[], row: NewsRow) =>
  grants.some((grant) => concerns(grant, row, row.establishment_id));

function arrivedEntry({ entryId, kind, type, isOfPartner, residence }: NewsRow) {
  return { entryId, kind, residence, category: categoryOf({ kind, type, isOfPartner: isOfPartner === 1 }) };
}

const pauseBefore = (now: Date): Pause => ({
  since: new Date(now.getTime() - pauseMs).toISOString(),
  until: now.toISOString(),
});
