import type { Queries, Transaction } from '../store/database.ts';
import { update } from '../store/rows.ts';
import { query } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

/** Days on which a user is not there, the first and the last one included. */
export interface Absence {
  readonly from: Day;
  readonly until: Day;
}

/** Notes when a user is away; null for not at all. */
export async function noteAbsence(tx: Transaction, id: number, away: Absence | null): Promise<void> {
  await update(tx, 'users', id, { away_from: away?.from ?? null, away_until: away?.until ?? null });
}

/** Returns when a user is away; null when no absence is noted. */
export async function absenceOf(read: Queries, id: number): Promise<Absence | null> {
  const row = await read.first(
    query((db) => db.selectFrom('users').select(['away_from', 'away_until']).where('id', '=', id)),
  );
  return row === undefined ? null : toAbsence(row);
}

/** Returns the absence in a user's columns; null for none. */
export function toAbsence({
  away_from: from,
  away_until: until,
}: {
  readonly away_from: Day | null;
  readonly away_until: Day | null;
}): Absence | null {
  return from === null || until === null ? null : { from, until };
}
