import { daysBetween, today } from '../../i18n/days.ts';

/** The service links, plans and erases no more entries at once. */
export const maxAtOnce = 200;

/** A request that is due within so many days is urgent. */
const urgentDays = 7;

/** The days until a request is due; negative afterwards. */
export function daysLeft(dueOn: string, now = today()): number {
  return daysBetween(now, dueOn);
}

/** Whether an open request is due within seven days, or overdue. */
export function isUrgent({
  dueOn,
  closedAt,
}: {
  readonly dueOn: string;
  readonly closedAt: string | null;
}): boolean {
  return closedAt === null && daysLeft(dueOn) <= urgentDays;
}
