import { addDays } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { settingOf } from '../rules/settings.ts';

/** Throws a `ValidationError` for the field unless an objection of this day is remembered: none to come, none too old. */
export async function requireRemembered(read: Queries, field: string, day: Day, today: Day): Promise<void> {
  if (day > today) throw new ValidationError(field, 'expected no day to come');
  const { days } = await settingOf(read, 'objection', today);
  if (addDays(day, days) < today) throw new ValidationError(field, `expected a day of the last ${days}`);
}
