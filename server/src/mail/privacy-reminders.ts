import { sql } from 'kysely';
import { addDays, parisDay } from '../clock.ts';
import { appendMail } from '../outbox/append-mail.ts';
import type { Queries } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { parisMoment } from '../working-hours/working-minutes.ts';
import { officers } from './recipients.ts';
import { reminderMail } from './texts.ts';

/** Officers are reminded of an open request so many days before it is due. */
const earlyDays = 10;
const lateDays = 3;
/** 7:30 in Paris, as a minute of the day: on days off too, for a month goes on. */
const reminderMinute = 7 * 60 + 30;

interface DueRequest {
  readonly id: number;
  readonly dueOn: Day;
}

type Days = { early: Day; late: Day };
const [early, late] = [sql.lit(earlyDays), sql.lit(lateDays)];
// A request that is noted late is reminded of once.
const isToRemind = (p: Readonly<Record<keyof Days, unknown>>) => sql`closed_at is null
  and (due_on <= ${p.late} and coalesce(reminded_days, ${early}) > ${late} or due_on <= ${p.early} and reminded_days is null)`;
const anyToRemind = rawStatement<Days, { id: number }>(
  (p) => sql`select id from privacy_requests where ${isToRemind(p)} limit 1`,
);
const takeToRemind = rawStatement<Days, DueRequest>(
  (p) => sql`
update privacy_requests set reminded_days = case when due_on <= ${p.late} then ${late} else ${early} end
where ${isToRemind(p)} returning id, due_on as "dueOn"`,
);

/** Whether officers have to be reminded of a request. Nothing before 7:30. */
export async function isReminderDue(read: Queries, now: Date): Promise<boolean> {
  if (parisMoment(now).minute < reminderMinute) return false;
  return (await read.first(anyToRemind, daysOf(now))) !== undefined;
}

/**
 * Reminds each officer who wants mails of the open requests that are due within 10, and again within 3 days: by their
 * numbers alone. Each reminder is written once, by whichever process comes first. Returns the number of mails.
 */
export const writeReminders = operation(
  'writeReminders',
  async (tx, { publicUrl }: { publicUrl: string }, { now }) => {
    const due = await tx.all(takeToRemind, daysOf(now));
    if (due.length === 0) return 0;
    const sorted = due.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id);
    const userIds = await officers(tx);
    for (const userId of userIds)
      await appendMail(
        tx,
        { userId, entryId: null, ...reminderMail(sorted, publicUrl) },
        { publicUrl, at: now.toISOString() },
      );
    return userIds.length;
  },
);

function daysOf(now: Date): Days {
  const today = parisDay(now);
  return { early: addDays(today, earlyDays), late: addDays(today, lateDays) };
}
