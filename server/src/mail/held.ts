import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Queries, Transaction } from '../database/port.ts';
import { type Parameters, rawStatement, statement } from '../database/statement.ts';
import type { EntriesTable, Instant } from '../database/tables.ts';
import { type CountRow, talliesFor } from './digest.ts';
import { newsOf } from './news.ts';
import { concerns, recipients } from './recipients.ts';
import { aboutMany } from './texts.ts';
import { type Telling, writeMail } from './write.ts';

/**
 * Mails that a user gets in an hour by the clock. What comes beyond is told in one mail when the hour is over: sixty leads
 * that somebody sends for fun must not bury the one that a family sends.
 */
export const mostMailsAnHour = 10;
/** Entries that such a mail names one by one. The rest it counts. */
const mostNamed = 50;

const countMails = statement<{ userId: number; since: string; until: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', p.userId)
    .where('created_at', '>=', p.since)
    .where('created_at', '<=', p.until),
);
const hold = statement<{ userId: number; entryId: number; at: string }>()((db, p) =>
  db
    .insertInto('held_notices')
    .values({ user_id: p.userId, entry_id: p.entryId, held_at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
);
// Held in an hour that is over, or by a clock that was wrong: what it called an hour may be half a year away.
type Due = { before: string; after: string };
const isDue = ({ before, after }: Parameters<Due>) => sql`(held_at < ${before} or held_at > ${after})`;
const anyHeld = rawStatement<Due, { userId: number }>(
  (p) => sql`select user_id as "userId" from held_notices where ${isDue(p)} order by held_at limit 1`,
);
const heldOf = sql`
from held_notices h join entries e on e.id = h.entry_id left join establishments r on r.id = e.establishment_id
where e.spam = 0 and e.duplicate_of is null`;
const countHeld = rawStatement<Due & { userId: number }, CountRow>(
  (p) => sql`
select e.kind, e.type, e.establishment_id, case when e.partner_id is null then 0 else 1 end as "isOfPartner",
  r.name as residence, count(*) as n
${heldOf} and h.user_id = ${p.userId} and ${isDue(p)}
group by 1, 2, 3, 4, 5 order by e.establishment_id is null, e.establishment_id`,
);
interface NamedRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id' | 'partner_id'> {
  readonly entryId: number;
  readonly residence: string | null;
}
const nameHeld = rawStatement<Due & { userId: number }, NamedRow>(
  (p) => sql`
select h.entry_id as "entryId", e.kind, e.type, e.establishment_id, e.partner_id, r.name as residence
${heldOf} and h.user_id = ${p.userId} and ${isDue(p)}
order by h.entry_id limit ${sql.lit(mostNamed)}`,
);
const letGo = rawStatement<Due & { userId: number }, unknown>(
  (p) => sql`delete from held_notices where user_id = ${p.userId} and ${isDue(p)}`,
);
const lockMails = rawStatement<Record<never, never>, unknown>(
  () => sql`select pg_advisory_xact_lock(hashtextextended('mails an hour', 0))`,
);

/** One process at a time counts mails and writes them: two would each find room for the last one. */
export async function oneAtATime(tx: Transaction): Promise<void> {
  if (tx.engine === 'postgres') await tx.all(lockMails, {});
}

/** The room that users have for mails in the hour of `at`, as this transaction goes on. */
export function roomForMails(tx: Transaction, at: Instant) {
  const written = new Map<number, number>();
  return {
    /** Takes the place of one mail. False when there is none: then the user is told of the entry when the hour is over. */
    async take(userId: number, entryId: number): Promise<boolean> {
      let count = written.get(userId);
      if (count === undefined)
        count = Number((await tx.first(countMails, { userId, since: hourOf(at), until: at }))?.count ?? 0);
      const isRoom = count < mostMailsAnHour;
      if (!isRoom) await tx.run(hold, { userId, entryId, at });
      written.set(userId, isRoom ? count + 1 : count);
      return isRoom;
    },
  };
}

/** Whether somebody is to be told of what was held before this hour. */
export async function isHeldDue(read: Queries, now: Date): Promise<boolean> {
  return (await read.first(anyHeld, dueAt(now.toISOString()))) !== undefined;
}

/**
 * Writes the mail of one user about all that was held for them in the hours before: counted, and named. Of what is spam or
 * a duplicate by now they are not told, nor when they have chosen not to be told at once. Answers for how many users.
 */
export const tellHeld = operation('tellHeld', async (tx, { publicUrl }: Telling, { now }) => {
  const at = now.toISOString();
  await oneAtATime(tx);
  const due = dueAt(at);
  const userId = (await tx.first(anyHeld, due))?.userId;
  if (userId === undefined) return;
  const grants = (await recipients(tx)).filter(
    (one) => one.userId === userId && one.preference === 'at-once',
  );
  const tallies = talliesFor(grants, await tx.all(countHeld, { userId, ...due }));
  const named = (await tx.all(nameHeld, { userId, ...due })).flatMap((row) => {
    const news = newsOf({ kind: row.kind, type: row.type, isOfPartner: row.partner_id !== null });
    const concerned = grants.some((grant) => concerns(grant, news, row.establishment_id));
    return concerned ? [{ news, entryId: row.entryId, kind: row.kind, residence: row.residence }] : [];
  });
  if (tallies.length > 0)
    await writeMail(tx, { userId, entryId: null }, aboutMany(tallies, named, publicUrl), { publicUrl, at });
  await tx.run(letGo, { userId, ...due });
});

const hourMs = 60 * 60_000;
const dueAt = (at: Instant): Due => ({
  before: hourOf(at),
  after: new Date(Date.parse(at) + hourMs).toISOString(),
});
/** The beginning of the hour of an instant. */
const hourOf = (at: Instant): Instant => `${at.slice(0, 13)}:00:00.000Z`;
