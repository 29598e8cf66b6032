import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Day, EntriesTable } from '../database/tables.ts';
import { isWorkingDay, parisMoment } from '../working-hours/working-minutes.ts';
import { newsOf } from './news.ts';
import { concerns, type Recipient, recipients } from './recipients.ts';
import { aboutMorning, type News, type Tally } from './texts.ts';
import { type Telling, writeMail } from './write.ts';

/** On working days at 7:30 in Paris: a minute of the day. */
const digestMinute = 7 * 60 + 30;

/** A digest to be written. */
export interface Morning extends Telling {
  readonly day: Day;
}

/** How much of one kind has arrived at a residence. */
export interface CountRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly isOfPartner: 0 | 1;
  readonly residence: string | null;
  readonly n: number;
}

// One process alone gets 1 for a day. Any other day than the last one, which may lie ahead where the clock was wrong.
const takeDay = rawStatement<{ day: string }, unknown>(
  (p) => sql`
insert into installation (name, value) values ('mail-digest', ${p.day})
on conflict (name) do update set value = ${p.day} where installation.value <> ${p.day}`,
);
const counted = sql`
select e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, count(distinct e.id) as n
from notice n join entries e on e.id = n.entry_id left join establishments r on r.id = e.establishment_id
where e.spam = 0 and e.duplicate_of is null
group by 1, 2, 3, 4, 5 order by e.establishment_id is null, e.establishment_id`;
// What commits meanwhile is counted the next time. SQLite can't do both in one statement, and nothing comes in between there.
const countNotices = rawStatement<Record<never, never>, CountRow>((_, engine) =>
  engine === 'postgres'
    ? sql`with notice as (update notices set digested = 1 where digested = 0 returning entry_id) ${counted}`
    : sql`with notice as (select entry_id from notices where digested = 0) ${counted}`,
);
const setDigested = rawStatement(() => sql`update notices set digested = 1 where digested = 0`);

/** The day whose digest may be due; undefined before its time, and on days on which nobody works. */
export function digestDay(now: Date): Day | undefined {
  const { day, minute } = parisMoment(now);
  return minute >= digestMinute && isWorkingDay(day) ? day : undefined;
}

/**
 * Writes the digest of a day for everybody who wants one and for whom something has arrived since the last one: what has
 * arrived at their residences, in figures. Once a day, whichever process comes first; later the same day when no process
 * ran in the morning. Answers how many mails.
 */
export const writeDigests = operation('writeDigests', async (tx, { day, publicUrl }: Morning, { now }) => {
  const at = now.toISOString();
  const rows = (await tx.run(takeDay, { day })) === 0 ? [] : await countAll(tx);
  const waiting = (await recipients(tx)).filter(({ preference }) => preference === 'digest');
  const users = rows.length === 0 ? [] : [...Map.groupBy(waiting, ({ userId }) => userId)];
  let mails = 0;
  for (const [userId, grants] of users) {
    const tallies = talliesFor(grants, rows);
    if (tallies.length === 0) continue;
    await writeMail(tx, { userId, entryId: null }, aboutMorning(day, tallies, publicUrl), { publicUrl, at });
    mails++;
  }
  return mails;
});

async function countAll(tx: Transaction): Promise<CountRow[]> {
  const rows = await tx.all(countNotices, {});
  if (tx.engine === 'sqlite') await tx.run(setDigested, {});
  return rows;
}

/** What somebody with these grants is told of, residence by residence. */
export function talliesFor(grants: readonly Recipient[], rows: readonly CountRow[]): Tally[] {
  const tallies = new Map<number | null, { residence: string | null; counts: Record<News, number> }>();
  for (const { kind, type, isOfPartner, establishment_id: place, residence, n } of rows) {
    const news = newsOf({ kind, type, isOfPartner: isOfPartner === 1 });
    if (!grants.some((grant) => concerns(grant, news, place))) continue;
    const tally = tallies.get(place) ?? {
      residence,
      counts: { lead: 0, orientation: 0, complaint: 0, application: 0 },
    };
    tally.counts[news] += Number(n);
    tallies.set(place, tally);
  }
  return [...tallies.values()];
}
