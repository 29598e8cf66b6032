import { type RawBuilder, sql } from 'kysely';
import { dayMs, minuteMs, parisDay, pastWindow, type Window } from '../clock.ts';
import { isInState } from '../follow-up/state.ts';
import { cvLossText } from '../french/labels.ts';
import { appendNotice } from '../outbox/append-notice.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { type CountRow, countsFor, joinedResidence } from './counts.ts';
import { concerns, type Recipient, recipients } from './recipients.ts';
import { newsMail } from './texts.ts';

/** The time between two mails to a user: sixty fake leads must not bury the one from a family. */
const pauseMs = 15 * minuteMs;
const newsMs = 2 * dayMs;

type NextMailEntry = { userId: number; entryId: number; at: Instant };

const insertEntry = (onConflict: RawBuilder<unknown>) =>
  rawStatement<NextMailEntry, unknown>(
    (p, dialect) => sql`
insert into deferred_notifications (user_id, entry_id, deferred_at) values (${p.userId}, ${p.entryId}, ${dialect.instant(p.at)})
on conflict (user_id, entry_id) ${onConflict}`,
  );
const insertArrived = insertEntry(sql`do nothing`);
const insertOverdue = insertEntry(sql`do update set deferred_at = excluded.deferred_at`);
// A mail written while the clock was wrong may lie half a year ahead: it holds nothing back. Nor do links to choose a password.
// From the few users: a probe of `notices` for each of their entries, which may be thousands, would hold up every poll.
const firstDue = rawStatement<Window, { userId: number }>(
  (p) => sql`
select u.id as "userId" from users u
where exists (select 1 from deferred_notifications d where d.user_id = u.id) and not exists (
  select 1 from notices m where m.user_id = u.id and m.secret = 0 and m.created_at > ${p.since} and m.created_at <= ${p.until}
)
limit 1`,
);
const isOverdueRow = sql`exists (
  select 1 from entries e where e.id = deferred_notifications.entry_id and e.overdue_notified_at = deferred_notifications.deferred_at
)`;
const takeEntries = rawStatement<
  { userId: number },
  { entryId: number; isOverdue: 0 | 1; given: 0 | 1; at: Instant }
>(
  (p) => sql`
delete from deferred_notifications where user_id = ${p.userId}
returning entry_id as "entryId", case when ${isOverdueRow} then 1 else 0 end as "isOverdue", given, deferred_at as at`,
);
const dropOverdue = rawStatement<{ ids: readonly number[] }, unknown>(
  (p, dialect) => sql`
delete from deferred_notifications where ${dialect.idIn('entry_id', p.ids)} and ${isOverdueRow}`,
);
const unsetNotified = rawStatement<{ ids: readonly number[] }, unknown>(
  (p, dialect) => sql`update entries set overdue_notified_at = null where ${dialect.idIn('id', p.ids)}`,
);

interface NewsRow extends CountRow {
  readonly entryId: number;
  readonly isToCall: 0 | 1;
  readonly ownerId: number | null;
  readonly notKept: string | null;
}
const readEntries = rawStatement<{ ids: readonly number[]; today: Day }, NewsRow>(
  (p, dialect) => sql`
select e.id as "entryId", e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, 1 as n, e.owner_id as "ownerId", e.fields -> 'cv' ->> 'notKept' as "notKept", case when ${isInState('to-call', p.today)} then 1 else 0 end as "isToCall"
from entries e ${joinedResidence} and ${dialect.idIn('e.id', p.ids)}
order by e.establishment_id is null, e.establishment_id, e.id`,
);

/** Adds an entry that has arrived to what the user's next mail lists. One that is listed as overdue stays so. */
export async function addArrived(tx: Transaction, entry: NextMailEntry): Promise<void> {
  await tx.run(insertArrived, entry);
}

/** Adds an overdue lead to what the user's next mail lists. `at` becomes the lead's `overdue_notified_at`. */
export async function addOverdue(tx: Transaction, lead: NextMailEntry): Promise<void> {
  await tx.run(insertOverdue, lead);
}

/** Keeps other processes from {@link addOverdue} and {@link writeNextMail} until the commit. */
export async function lockMails(tx: Transaction): Promise<void> {
  await lockName(tx, 'mails to staff');
}

/** Whether a user with something to be told has had no mail for a quarter of an hour. */
export async function isMailDue(read: Queries, now: Date): Promise<boolean> {
  return (await read.first(firstDue, pastWindow(now, pauseMs))) !== undefined;
}

/**
 * Writes one user's mail about the entries added since the one before, at most one in a quarter of an hour across all
 * processes. Skips what is spam, a duplicate or out of the user's reach by then, and overdue leads that are not to call.
 * Overdue leads that are skipped are marked as not notified: they come back when they wait again.
 * Returns how many users were handled: 0 or 1.
 */
export const writeNextMail = operation(
  'writeNextMail',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    await lockMails(tx);
    const userId = (await tx.first(firstDue, pastWindow(now, pauseMs)))?.userId;
    if (userId === undefined) return 0;
    const taken = await tx.all(takeEntries, { userId });
    const overdueIds = new Set(taken.filter((row) => row.isOverdue === 1).map(({ entryId }) => entryId));
    const ids = taken.map(({ entryId }) => entryId);
    const found = await tx.all(readEntries, { ids, today: parisDay(now) });
    const isOverdue = ({ entryId }: NewsRow) => overdueIds.has(entryId);
    const ofUser = (grants: readonly Recipient[]) => grants.filter((one) => one.userId === userId);
    const atOnce = ofUser(await recipients(tx, 'at-once'));
    const direction = ofUser(await directors(tx));
    const told = ofUser(await recipients(tx, 'at-once', 'digest'));
    // What lies longer was added while no mail server was set.
    const oldest = new Date(now.getTime() - newsMs).toISOString();
    const idsOf = (isGiven: 0 | 1) =>
      new Set(taken.filter(({ given, at }) => given === isGiven && at >= oldest).map((row) => row.entryId));
    const [arrivedIds, givenIds] = [idsOf(0), idsOf(1)];
    const given = found.filter(
      (row) => givenIds.has(row.entryId) && row.ownerId === userId && isWithinReach(told, row),
    );
    const arrived = found.filter(
      (row) =>
        arrivedIds.has(row.entryId) && !isOverdue(row) && !given.includes(row) && isWithinReach(atOnce, row),
    );
    const overdue = found.filter(
      (row) => isOverdue(row) && row.isToCall === 1 && isWithinReach(direction, row),
    );
    await retract(tx, overdueIds.difference(new Set(overdue.map(({ entryId }) => entryId))));
    const [first, ...others] = [...overdue, ...given, ...arrived];
    if (first === undefined) return 1;
    const news = {
      ...{ overdue, given: given.map(arrivedEntry) },
      ...{ arrived: arrived.map(arrivedEntry), counts: countsFor(atOnce, arrived) },
    };
    const mail = {
      userId,
      entryId: others.length === 0 ? first.entryId : null,
      ...newsMail(news, publicUrl),
    };
    await appendNotice(tx, mail, { publicUrl, at: now.toISOString() });
    return 1;
  },
);

/** Takes overdue leads out of all users' next mails and marks them as not notified. */
async function retract(tx: Transaction, leads: ReadonlySet<number>): Promise<void> {
  if (leads.size === 0) return;
  const ids = [...leads];
  await tx.run(dropOverdue, { ids });
  await tx.run(unsetNotified, { ids });
}

/** The grants by which users are told of overdue leads. */
export async function directors(read: Queries): Promise<Recipient[]> {
  return (await recipients(read, 'at-once', 'digest')).filter(({ role }) => role === 'direction');
}

const isWithinReach = (grants: readonly Recipient[], row: NewsRow) =>
  grants.some((grant) => concerns(grant, row, row.establishment_id));

function arrivedEntry({ entryId, kind, type, isOfPartner, residence, notKept }: NewsRow) {
  return {
    ...{ entryId, kind, residence, lost: notKept === null ? null : cvLossText({ notKept }) },
    category: categoryOf({ kind, type, isOfPartner: isOfPartner === 1 }),
  };
}
