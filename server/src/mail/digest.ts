import { type RawBuilder, sql } from 'kysely';
import { appendMail } from '../outbox/append-mail.ts';
import type { Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day, EntriesTable } from '../store/tables.ts';
import { isWorkingDay, parisMoment } from '../working-hours/working-minutes.ts';
import { categoryOf } from './category.ts';
import { concerns, type Recipient, recipients } from './recipients.ts';
import { digestMail, type NotificationCategory, type ResidenceCounts } from './texts.ts';

/** 7:30 on working days in Paris, as a minute of the day. */
const digestMinute = 7 * 60 + 30;

/** A digest to be written. */
interface Digest {
  readonly day: Day;
  /** The back office's address, without a trailing slash. */
  readonly publicUrl: string;
}

/** How many entries of one kind have arrived at a residence. */
export interface CountRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id'> {
  readonly isOfPartner: 0 | 1;
  readonly residence: string | null;
  readonly n: number;
}

/** Joins the residence `r` of the entry `e`, without spam, duplicates and restricted entries. More conditions may follow. */
export const joinedResidence = sql`
left join establishments r on r.id = e.establishment_id where e.spam = 0 and e.duplicate_of is null and e.restriction is null`;

/** Counts entries by kind and residence. `from` ends with {@link joinedResidence} and further conditions. */
export const countByResidence = (from: RawBuilder<unknown>): RawBuilder<CountRow> => sql`
select e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, count(*) as n
${from}
group by 1, 2, 3, 4, 5 order by e.establishment_id is null, e.establishment_id`;

// Exactly one process gets 1 for a day. Compares with <>, not <: the stored day is in the future if the clock was wrong.
const takeDay = rawStatement<{ day: string }, unknown>(
  (p) => sql`
insert into installation (name, value) values ('mail-digest', ${p.day})
on conflict (name) do update set value = ${p.day} where installation.value <> ${p.day}`,
);
const takeNotifications = rawStatement<Record<never, never>, { id: number }>(
  () => sql`update notifications set digested = 1 where digested = 0 returning entry_id as id`,
);
const countEntries = rawStatement<{ ids: string }, CountRow>((p, dialect) =>
  countByResidence(sql`from entries e ${joinedResidence} and ${dialect.idIn('e.id', p.ids)}`),
);

/** Today if its digest is due; undefined before 7:30 and on days off. */
export function digestDay(now: Date): Day | undefined {
  const { day, minute } = parisMoment(now);
  return minute >= digestMinute && isWorkingDay(day) ? day : undefined;
}

/**
 * Writes the digest of a day for each user who has chosen digests and has new entries: their numbers by residence since
 * the last digest. The first process does so once a day, later in the day if none ran in the morning. Returns the number
 * of mails.
 */
export const writeDigests = operation('writeDigests', async (tx, { day, publicUrl }: Digest, { now }) => {
  const rows = (await tx.run(takeDay, { day })) === 0 ? [] : await countAll(tx);
  if (rows.length === 0) return 0;
  const grantsOfAll = await recipients(tx, 'digest');
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
  // Notifications committed after this statement are in the next digest.
  const taken = await tx.all(takeNotifications, {});
  return tx.all(countEntries, { ids: JSON.stringify(taken.map(({ id }) => id)) });
}

/** The counts that concern a user with these grants, by residence. */
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
