import Type from 'typebox';
import type { Absence } from '../access/absences.ts';
import { exactly } from '../http/desk-answers.ts';
import { ValidationError } from '../validation/validation-error.ts';

const day = Type.String({ format: 'date' });

/** When a user is away. */
export const AwayRange = exactly({ from: day, until: day });

/** Throws a `ValidationError` when the last day is before the first. */
export function requireRange(away: Absence | null | undefined): void {
  if (away !== null && away !== undefined && away.until < away.from)
    throw new ValidationError('away.until', 'expected the first day or a later one');
}
