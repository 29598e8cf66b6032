import type { Day } from '../../store/tables.ts';
import { isDay } from '../../validation/days.ts';

/** Months in which a request must be dealt with, and with its extension (RGPD, article 12(3)). */
const months = 1;
const extendedMonths = 3;

/** The last day on which a request received on this day must be dealt with. */
export function dueDay(receivedOn: Day, extended: boolean): Day {
  return addMonths(receivedOn, extended ? extendedMonths : months);
}

/** The same day of a later month, or the last day of that month when it is shorter. */
export function addMonths(day: Day, added: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const later = year * 12 + month - 1 + added;
  const prefix = `${String(Math.floor(later / 12)).padStart(4, '0')}-${String((later % 12) + 1).padStart(2, '0')}`;
  const days = [date, 30, 29, 28].filter((one) => one <= date);
  const existing = days.map((one) => `${prefix}-${String(one).padStart(2, '0')}`).find(isDay);
  if (existing === undefined) throw new Error(`${day} is no day`);
  return existing;
}
