import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

/** Days on which a user is not there, the first and the last one included. */
export interface Absence {
  readonly from: Day;
  readonly until: Day;
}

const setAway = statement<{ id: number; from: string | null; until: string | null }>()((db, p) =>
  db.updateTable('users').set({ away_from: p.from, away_until: p.until }).where('id', '=', p.id),
);
const absenceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select(['away_from', 'away_until']).where('id', '=', p.id),
);

/** Notes when a user is away; null for not at all. */
export async function noteAbsence(tx: Transaction, id: number, away: Absence | null): Promise<void> {
  await tx.run(setAway, { id, from: away?.from ?? null, until: away?.until ?? null });
}

/** Returns when a user is away; null when no absence is noted. */
export async function absenceOf(read: Queries, id: number): Promise<Absence | null> {
  const row = await read.first(absenceById, { id });
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
