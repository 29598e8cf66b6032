import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { isInState } from '../follow-up/state.ts';
import { hasMissedFirstCall, readTargets } from '../follow-up/targets.ts';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { bind, dynamicStatement, rawStatement } from '../store/statement.ts';
import type { Day, Instant } from '../store/tables.ts';
import { joinedResidence } from './counts.ts';
import { addOverdue, directors, lockMails } from './next-mail.ts';
import { concerns } from './recipients.ts';

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

interface OverdueRow {
  readonly entryId: number;
  readonly establishmentId: number;
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
const stillToCall = rawStatement<{ ids: readonly number[]; today: Day }, OverdueRow>(
  (p, dialect) => sql`
select e.id as "entryId", e.establishment_id as "establishmentId"
from entries e ${joinedResidence} and ${isNotNotified} and ${isInState('to-call', p.today)} and ${dialect.idIn('e.id', p.ids)}
order by e.id`,
);
const setNotified = rawStatement<{ ids: readonly number[]; at: Instant }, unknown>(
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
 * Adds these leads, where they are still to call, to the next mail of the directors of their residences, and marks them:
 * each lead is notified once, unless the mail skips it. Leads of residences whose directors get no mails are marked too. Returns how many were marked.
 */
export const notifyOverdue = operation(
  'notifyOverdue',
  async (tx, { ids }: { ids: readonly number[] }, { now }) => {
    // Without it the lead could be read here, and added again once another process has written the mail about it.
    await lockMails(tx);
    const at = now.toISOString();
    const leads = await tx.all(stillToCall, { ids, today: parisDay(now) });
    const grants = await directors(tx);
    for (const { entryId, establishmentId } of leads) {
      const own = grants.filter((one) => concerns(one, lead, establishmentId));
      for (const userId of new Set(own.map((one) => one.userId)))
        await addOverdue(tx, { userId, entryId, at });
    }
    await tx.run(setNotified, { ids: leads.map(({ entryId }) => entryId), at });
    return leads.length;
  },
);
