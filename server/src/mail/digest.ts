import { sql } from 'kysely';
import { appendMail } from '../outbox/append-mail.ts';
import type { Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day, EntriesTable } from '../store/tables.ts';
import { isWorkingDay, parisMoment } from '../working-hours/working-minutes.ts';
import { categoryOf } from './category.ts';
import { concerns, type Recipient, recipients } from './recipients.ts';
import { digestMail, type NotificationCategory, type ResidenceCounts } from './texts.ts';

/** On working days at 7:30 in Paris: a minute of the day. */
const digestMinute = 7 * 60 + 30;

/** A digest to be written. */
export interface Digest {
  readonly day: Day;
  /** Where the back office is, without a slash at its end. */
  readonly publicUrl: string;
}

/** How much of one kind has arrived at a residence. */
export interface CountRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly isOfPartner: 0 | 1;
  readonly residence: string | null;
  readonly n: number;
}

// Exactly one process gets 1 for a day. The last day may lie ahead, where the clock was wrong: any other one counts.
const takeDay = rawStatement<{ day: string }, unknown>(
  (p) => sql`
insert into installation (name, value) values ('mail-digest', ${p.day})
on conflict (name) do update set value = ${p.day} where installation.value <> ${p.day}`,
);
const takeNotifications = rawStatement<Record<never, never>, { id: number }>(
  () => sql`update notifications set digested = 1 where digested = 0 returning entry_id as id`,
);
const countEntries = rawStatement<{ ids: string }, CountRow>(
  (p, dialect) => sql`
select e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, count(*) as n
from entries e left join establishments r on r.id = e.establishment_id
where ${dialect.idIn('e.id', p.ids)} and e.spam = 0 and e.duplicate_of is null
group by 1, 2, 3, 4, 5 order by e.establishment_id is null, e.establishment_id`,
);

/** The day whose digest may be due; undefined before its time, and on days off. */
export function digestDay(now: Date): Day | undefined {
  const { day, minute } = parisMoment(now);
  return minute >= digestMinute && isWorkingDay(day) ? day : undefined;
}

/**
 * Writes the digest of a day for each user who has chosen it and has something new: what has arrived at their residences
 * since the last one, in figures. Once a day, by the first process; later the same day when none ran in the morning.
 * Returns how many mails.
 */
export const writeDigests = operation('writeDigests', async (tx, { day, publicUrl }: Digest, { now }) => {
  const rows = (await tx.run(takeDay, { day })) === 0 ? [] : await countAll(tx);
  if (rows.length === 0) return 0;
  const grantsOfAll = (await recipients(tx)).filter(({ preference }) => preference === 'digest');
  let mails = 0;
  for (const [userId, grants] of Map.groupBy(grantsOfAll, (grant) => grant.userId)) {
    const counts = countsFor(grants, rows);
    if (counts.length === 0) continue;
    const mail = { userId, entryId: null, ...digestMail(day, counts, publicUrl) };
    await appendMail(tx, mail, { publicUrl, at: now.toISOString() });
    mails++;
  }
  return mails;
});

async function countAll(tx: Transaction): Promise<CountRow[]> {
  // What commits meanwhile is counted the next time.
  const taken = await tx.all(takeNotifications, {});
  return tx.all(countEntries, { ids: JSON.stringify(taken.map(({ id }) => id)) });
}

/** What concerns a user with these grants, residence by residence. */
export function countsFor(grants: readonly Recipient[], rows: readonly CountRow[]): ResidenceCounts[] {
  const found = new Map<
    number | null,
    { residence: string | null; counts: Record<NotificationCategory, number> }
  >();
  for (const { kind, type, isOfPartner, establishment_id: residenceId, residence, n } of rows) {
    const category = categoryOf({ kind, type, isOfPartner: isOfPartner === 1 });
    if (!grants.some((grant) => concerns(grant, category, residenceId))) continue;
    const ofResidence = found.get(residenceId) ?? {
      residence,
      counts: { lead: 0, orientation: 0, complaint: 0, application: 0 },
    };
    ofResidence.counts[category] += Number(n);
    found.set(residenceId, ofResidence);
  }
  return [...found.values()];
}
