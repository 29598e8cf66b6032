import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Flag, Instant } from '../store/tables.ts';
import type { NewEntry } from './entry.ts';

// A suppressed notification is stored as if it had been sent. Staff get no mail, unless another one is added later.
const insertNotifications = rawStatement<{ rows: string; at: string; suppressed: Flag }, unknown>(
  (p, { records, instant, integer }) => sql`
insert into notifications (entry_id, created_at, notified, digested, receipt)
select id, ${instant(p.at)}, ${integer(p.suppressed)}, ${integer(p.suppressed)}, receipt
from ${records(p.rows, { id: 'bigint', receipt: 'integer' })} as listed`,
);
// Skipped when the entry never had a notification, or when one is still pending.
const insertAnother = rawStatement<{ entryId: number; at: string }, unknown>(
  (p, { instant }) => sql`
insert into notifications (entry_id, created_at)
select entry_id, ${instant(p.at)} from notifications where entry_id = ${p.entryId}
group by entry_id having min(notified) = 1`,
);
const insertUnlessPending = rawStatement<{ entryId: number; at: string }, unknown>(
  (p, { instant }) => sql`
insert into notifications (entry_id, created_at)
select id, ${instant(p.at)} from entries
where id = ${p.entryId} and not exists (select 1 from notifications where entry_id = ${p.entryId} and notified = 0)`,
);

const insertGiven = rawStatement<{ userId: number; entryId: number; at: string }, unknown>(
  (p, { instant }) => sql`
insert into deferred_notifications (user_id, entry_id, deferred_at, given) values (${p.userId}, ${p.entryId}, ${instant(p.at)}, 1)
on conflict (user_id, entry_id) do nothing`,
);

interface Created {
  readonly id: number;
  readonly entry: NewEntry;
  /** Whether people get a receipt of what comes with the caller's password. */
  readonly hasReceipt?: boolean;
}

/**
 * Adds a notification to staff for each new lead, contact form, complaint, application and low note, in the transaction that
 * stores it. `mail/` decides who receives it, and how. It is suppressed for presumed spam until staff decide that it is genuine.
 */
export async function addNotifications(
  tx: Transaction,
  created: readonly Created[],
  at: Instant,
): Promise<void> {
  const told = created.filter(({ entry }) => shouldNotify(entry));
  for (const suppressed of [0, 1] as const) {
    const rows = told
      .filter(({ entry }) => (entry.suspicion === null ? 0 : 1) === suppressed)
      .map((one) => ({ id: one.id, receipt: receiptOf(one) }));
    if (rows.length === 0) continue;
    await tx.run(insertNotifications, { rows: JSON.stringify(rows), at, suppressed });
    if (suppressed === 0) await tx.notify('notices');
  }
}

/** 1 when a receipt is to be written: who gives an opinion expects no answer, and presumed spam gets none. */
function receiptOf({ entry: { type, suspicion }, hasReceipt = false }: Created): Flag {
  return hasReceipt && suspicion === null && type !== 'survey.type.survey' ? 1 : 0;
}

/** Adds a notification of one entry, which staff have entered manually. */
export async function addNotification(tx: Transaction, entryId: number, at: Instant): Promise<void> {
  await tx.run(insertNotifications, {
    rows: JSON.stringify([{ id: entryId, receipt: 0 }]),
    at,
    suppressed: 0,
  });
  await tx.notify('notices');
}

/**
 * Notifies staff of an entry again: it was moved to a residence whose staff have not heard of it, or it was presumed spam
 * and is genuine.
 */
export async function notifyAgain(tx: Transaction, entryId: number, at: Instant): Promise<void> {
  if ((await tx.run(insertAnother, { entryId, at })) > 0) await tx.notify('notices');
}

/** Adds an entry to what the next mail of its new owner lists, to whom somebody else has given it. */
export async function notifyOwner(
  tx: Transaction,
  given: { readonly userId: number; readonly entryId: number; readonly at: Instant },
): Promise<void> {
  await tx.run(insertGiven, given);
  await tx.notify('notices');
}

/** Notifies staff of an entry, unless a notification of it is pending. */
export async function notifyOnce(tx: Transaction, entryId: number, at: Instant): Promise<void> {
  if ((await tx.run(insertUnlessPending, { entryId, at })) > 0) await tx.notify('notices');
}

/** False for tests, and for satisfaction surveys, whose senders expect no reply, unless the family is unhappy. */
function shouldNotify({ test, kind, type, flagged }: NewEntry): boolean {
  return !test && (kind !== 'survey' || type !== 'survey.type.survey' || flagged);
}
