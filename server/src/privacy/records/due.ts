import type { Day } from '../../store/tables.ts';

/** Months in which a request must be dealt with, and with its extension (RGPD, article 12(3)). */
const months = 1;
const extendedMonths = 3;

/** The last day on which a request received on this day must be dealt with. */
export function dueDay(receivedOn: Day, extended: boolean): Day {
  return addMonths(receivedOn, extended ? extendedMonths : months);
}

/** The same day of a later month, or the last day of that month when it is shorter. */
function addMonths(day: Day, added: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + added, 0)).getUTCDate();
  const later = Date.UTC(year, month - 1 + added, Math.min(date, lastDate));
  return new Date(later).toISOString().slice(0, 10);
}
