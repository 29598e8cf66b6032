import { type RawBuilder, sql } from 'kysely';
import { addDays, parisDay } from '../clock.ts';
import { appendNotice } from '../outbox/append-notice.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';
import { parisMoment } from '../working-hours/working-minutes.ts';
import type { MailText } from './texts.ts';

/** 7:30 in Paris, as a minute of the day: on days off too, for what is due does not wait. */
const reminderMinute = 7 * 60 + 30;

type Days = { today: Day; early: Day; late: Day };
type DayParameters = Readonly<Record<keyof Days, unknown>>;

interface Reminded {
  /** A table with `reminded_days`. */
  readonly table: 'privacy_requests' | 'tokens';
  /** The column with the day that is reminded of. */
  readonly day: 'due_on' | 'until';
  /** Which rows still count. */
  readonly isOpen: (p: DayParameters) => RawBuilder<unknown>;
  /** So many days before, and again. */
  readonly earlyDays: number;
  readonly lateDays: number;
}

/** What is reminded of twice before its day, once each, whichever process comes first. What is noted late is reminded of once. */
export function reminders({ table, day, isOpen, earlyDays, lateDays }: Reminded) {
  const [from, on, early, late] = [sql.ref(table), sql.ref(day), sql.lit(earlyDays), sql.lit(lateDays)];
  const isToRemind = (p: DayParameters) => sql`${isOpen(p)}
  and (${on} <= ${p.late} and coalesce(reminded_days, ${early}) > ${late} or ${on} <= ${p.early} and reminded_days is null)`;
  const any = rawStatement<Days, { id: number }>(
    (p) => sql`select id from ${from} where ${isToRemind(p)} limit 1`,
  );
  const take = rawStatement<Days, { id: number; day: Day }>(
    (p) => sql`
update ${from} set reminded_days = case when ${on} <= ${p.late} then ${late} else ${early} end
where ${isToRemind(p)} returning id, ${on} as "day"`,
  );
  function daysOf(now: Date): Days {
    const today = parisDay(now);
    return { today, early: addDays(today, earlyDays), late: addDays(today, lateDays) };
  }
  return {
    /** Whether there is something to remind of. Nothing before 7:30. */
    async areDue(read: Queries, now: Date): Promise<boolean> {
      if (parisMoment(now).minute < reminderMinute) return false;
      return (await read.first(any, daysOf(now))) !== undefined;
    },
    /** Notes as reminded of what is due, and returns it, the first day first. */
    async take(tx: Transaction, now: Date) {
      const due = await tx.all(take, daysOf(now));
      return due.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
    },
  };
}

/** Writes a mail to each of these users. Returns their number. */
export async function mailTo(
  tx: Transaction,
  userIds: readonly number[],
  mail: MailText,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): Promise<number> {
  for (const userId of userIds)
    await appendNotice(tx, { userId, entryId: null, ...mail }, { publicUrl, at: now.toISOString() });
  return userIds.length;
}
