import Type from 'typebox';
import type { Absence } from '../access/users.ts';
import { exactly } from '../http/desk-answers.ts';
import type { Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { ValidationError } from '../validation/validation-error.ts';

const day = Type.String({ format: 'date' });

/** When a user is away. */
export const AwayRange = exactly({ from: day, until: day });

/** Notes when a user is away; null for not at all. */
export async function storeAbsence(tx: Transaction, userId: number, away: Absence | null): Promise<void> {
  if (away !== null && away.until < away.from)
    throw new ValidationError('away.until', 'expected the first day or a later one');
  await update(tx, 'users', userId, { away_from: away?.from ?? null, away_until: away?.until ?? null });
}
