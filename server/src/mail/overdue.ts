import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { isInState } from '../follow-up/state.ts';
import { hasMissedFirstCall, readTargets } from '../follow-up/targets.ts';
import { appendMail } from '../outbox/append-mail.ts';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { bind, dynamicStatement, rawStatement } from '../store/statement.ts';
import type { Day, EntriesTable, Instant } from '../store/tables.ts';
import { joinedResidence } from './counts.ts';
import { hourlyLimit, lockHourlyLimit, maxNamed } from './hourly-limit.ts';
import { concerns, recipients } from './recipients.ts';
import { overdueMail } from './texts.ts';

/** Direction is notified when a lead has waited for its first call for longer than so many times the target. */
const targetTimes = 2;

const lead = { kind: 'commercial', type: null } as const;

/** Leads per transaction. */
const batchSize = 1_000;

interface UncalledRow {
  readonly id: number;
  readonly establishmentId: number;
  readonly receivedAt: Instant;
  readonly lastContact: Day | null;
  readonly attempts: number;
  readonly nextDate: Day | null;
}

interface OverdueRow extends Pick<EntriesTable, 'kind'> {
  readonly entryId: number;
  readonly establishmentId: number;
  readonly residence: string | null;
}

const isNotNotified = sql`e.overdue_notified_at is null and e.establishment_id is not null`;
const findUncalled = (today: Day) =>
  dynamicStatement(
    () => sql<UncalledRow>`
select e.id, e.establishment_id as "establishmentId", e.received_at as "receivedAt", e.last_contact as "lastContact",
  e.attempts, e.next_date as "nextDate"
from entries e ${joinedResidence} and e.kind in ('commercial', 'survey') and ${isNotNotified}
  and ${isInState('to-call', bind(today))}`,
  );
const stillToCall = rawStatement<{ ids: string; today: Day }, OverdueRow>(
  (p, dialect) => sql`
select e.id as "entryId", e.kind, e.establishment_id as "establishmentId", r.name as residence
from entries e ${joinedResidence} and ${isNotNotified} and ${isInState('to-call', p.today)} and ${dialect.idIn('e.id', p.ids)}
order by e.id`,
);
const setNotified = rawStatement<{ ids: string; at: Instant }, unknown>(
  (p, dialect) => sql`
update entries set overdue_notified_at = ${dialect.instant(p.at)} where ${dialect.idIn('id', p.ids)}`,
);

/**
 * Returns the ids of leads whose first call is so late that direction is to be told, the oldest first, at most
 * {@link batchSize}. Reads every lead to call: for `database.background`.
 */
export async function findOverdue(read: Queries, now: Date): Promise<number[]> {
  const uncalled = await read.all(findUncalled(parisDay(now)), {});
  if (uncalled.length === 0) return [];
  const targetOf = await readTargets(
    read,
    uncalled.map(({ establishmentId }) => establishmentId),
  );
  return uncalled
    .filter(({ nextDate, ...lead }) => {
      const entry = { ...lead, followUp: 'to-call', nextAction: { date: nextDate } } as const;
      return hasMissedFirstCall(entry, targetOf(lead.establishmentId), now, targetTimes);
    })
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(0, batchSize);
}

/**
 * Writes one mail to each director about those of these leads that are still to call at their residences, and marks them:
 * each lead is notified once. Leads of a director who has had as many mails as the hourly limit allows wait for the next
 * hour. Leads of residences whose directors get no mails are marked too. Returns how many were marked.
 */
export const notifyOverdue = operation(
  'notifyOverdue',
  async (tx, { publicUrl, ids }: { publicUrl: string; ids: readonly number[] }, { now }) => {
    const at = now.toISOString();
    await lockHourlyLimit(tx);
    const leads = await tx.all(stillToCall, { ids: JSON.stringify(ids), today: parisDay(now) });
    const grants = await recipients(tx, 'at-once', 'digest');
    const directors = grants.filter(({ role }) => role === 'direction');
    const directorsOf = ({ establishmentId }: OverdueRow) =>
      new Set(directors.filter((one) => concerns(one, lead, establishmentId)).map(({ userId }) => userId));
    const limit = hourlyLimit(tx, at);
    const full = new Set<number>();
    for (const userId of new Set(directors.map((one) => one.userId)))
      if (!(await limit.hasRoom(userId))) full.add(userId);
    const told = leads.filter((lead) => directorsOf(lead).isDisjointFrom(full));
    for (const userId of new Set(told.flatMap((lead) => [...directorsOf(lead)]))) {
      const own = told.filter((lead) => directorsOf(lead).has(userId));
      const entryId = own.length === 1 ? (own[0]?.entryId ?? null) : null;
      const mail = { userId, entryId, ...overdueMail(own.length, own.slice(0, maxNamed), publicUrl) };
      await appendMail(tx, mail, { publicUrl, at });
    }
    await tx.run(setNotified, { ids: JSON.stringify(told.map(({ entryId }) => entryId)), at });
    return told.length;
  },
);
