import { sql } from 'kysely';
import { hourMs } from '../clock.ts';
import { appendMail } from '../outbox/append-mail.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { lockName } from '../store/locks.ts';
import { operation } from '../store/operation.ts';
import { type Parameters, rawStatement, statement } from '../store/statement.ts';
import type { EntriesTable, Instant } from '../store/tables.ts';
import { categoryOf } from './category.ts';
import { type CountRow, countByResidence, countsFor, joinedResidence } from './counts.ts';
import { concerns, recipients } from './recipients.ts';
import { deferredMail } from './texts.ts';

/**
 * Mails a user gets per clock hour. Further notifications are deferred to one mail after the hour: sixty fake leads must
 * not bury the one from a family.
 */
export const maxMailsAnHour = 10;
/** Entries listed one by one in a mail about several. The others are only counted. */
export const maxNamed = 50;

const countMails = statement<{ userId: number; since: string; until: string }>()((db, p) =>
  db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', p.userId)
    .where('created_at', '>=', p.since)
    .where('created_at', '<=', p.until),
);
const defer = statement<{ userId: number; entryId: number; at: string }>()((db, p) =>
  db
    .insertInto('deferred_notifications')
    .values({ user_id: p.userId, entry_id: p.entryId, deferred_at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
);
// Deferred in an hour that is over, or while the clock was wrong: that hour may be half a year away.
type Due = { before: string; after: string };
const isDue = ({ before, after }: Parameters<Due>) =>
  sql`(deferred_at < ${before} or deferred_at > ${after})`;
const anyDeferred = rawStatement<Due, { userId: number }>(
  (p) =>
    sql`select user_id as "userId" from deferred_notifications where ${isDue(p)} order by deferred_at limit 1`,
);
const fromDeferred = (p: Parameters<Due & { userId: number }>) => sql`
from deferred_notifications h join entries e on e.id = h.entry_id ${joinedResidence}
  and h.user_id = ${p.userId} and ${isDue(p)}`;
const countDeferred = rawStatement<Due & { userId: number }, CountRow>((p) =>
  countByResidence(fromDeferred(p)),
);
interface NamedRow extends Pick<EntriesTable, 'kind' | 'type' | 'establishment_id' | 'partner_id'> {
  readonly entryId: number;
  readonly residence: string | null;
}
const nameDeferred = rawStatement<Due & { userId: number }, NamedRow>(
  (p) => sql`
select h.entry_id as "entryId", e.kind, e.type, e.establishment_id, e.partner_id, r.name as residence
${fromDeferred(p)} order by h.entry_id limit ${sql.lit(maxNamed)}`,
);
const deleteDeferred = rawStatement<Due & { userId: number }, unknown>(
  (p) => sql`delete from deferred_notifications where user_id = ${p.userId} and ${isDue(p)}`,
);

/** Serialises counting and writing mails across processes: two at once would each find room for the last one. */
export function lockHourlyLimit(tx: Transaction): Promise<void> {
  return lockName(tx, 'mails an hour');
}

/** Counts each user's mails in the hour of `at`, including those written in this transaction. */
export function hourlyLimit(tx: Transaction, at: Instant) {
  const written = new Map<number, number>();
  async function countOf(userId: number): Promise<number> {
    const known = written.get(userId);
    if (known !== undefined) return known;
    return Number((await tx.first(countMails, { userId, since: hourOf(at), until: at }))?.count ?? 0);
  }
  return {
    /** Whether the user may get another mail in this hour. */
    async hasRoom(userId: number): Promise<boolean> {
      return (await countOf(userId)) < maxMailsAnHour;
    },
    /** Takes one mail from the user's limit. If none is left, defers the entry to the end of the hour and returns false. */
    async take(userId: number, entryId: number): Promise<boolean> {
      const count = await countOf(userId);
      const isRoom = count < maxMailsAnHour;
      if (!isRoom) await tx.run(defer, { userId, entryId, at });
      written.set(userId, isRoom ? count + 1 : count);
      return isRoom;
    },
  };
}

/** Whether notifications deferred in an earlier hour are waiting. */
export async function areDeferredDue(read: Queries, now: Date): Promise<boolean> {
  return (await read.first(anyDeferred, dueAt(now.toISOString()))) !== undefined;
}

/**
 * Writes one user's mail about the notifications deferred in earlier hours, counted and listed. Skips entries marked as
 * spam or duplicates since; writes no mail if the user no longer wants immediate ones. Returns how many users were
 * handled: 0 or 1.
 */
export const writeDeferred = operation(
  'writeDeferred',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    const at = now.toISOString();
    await lockHourlyLimit(tx);
    const due = dueAt(at);
    const userId = (await tx.first(anyDeferred, due))?.userId;
    if (userId === undefined) return 0;
    const grants = (await recipients(tx, 'at-once')).filter((one) => one.userId === userId);
    const counts = countsFor(grants, await tx.all(countDeferred, { userId, ...due }));
    const named = (await tx.all(nameDeferred, { userId, ...due })).flatMap((row) => {
      const category = categoryOf({ kind: row.kind, type: row.type, isOfPartner: row.partner_id !== null });
      const concerned = grants.some((grant) => concerns(grant, row, row.establishment_id));
      return concerned ? [{ category, entryId: row.entryId, kind: row.kind, residence: row.residence }] : [];
    });
    const mail = { userId, entryId: null, ...deferredMail(counts, named, publicUrl) };
    if (counts.length > 0) await appendMail(tx, mail, { publicUrl, at });
    await tx.run(deleteDeferred, { userId, ...due });
    return 1;
  },
);

const dueAt = (at: Instant): Due => ({
  before: hourOf(at),
  after: new Date(Date.parse(at) + hourMs).toISOString(),
});
/** The start of the hour of an instant. */
const hourOf = (at: Instant): Instant => `${at.slice(0, 13)}:00:00.000Z`;
