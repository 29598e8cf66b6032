import { type RawBuilder, sql } from 'kysely';
import type { EntryRow } from '../store/entry-columns.ts';
import type { Day } from '../store/tables.ts';

/**
 * The states of an open lead: a commercial entry or a contact form without a result that is neither a test, spam, a
 * duplicate nor erased. Each open lead is in exactly one of them on a given day:
 *
 * - `asleep`: put aside until a later day
 * - `to-call`: not reached yet, and nothing is planned for a later day
 * - `planned`: an action is planned; late when its day is over
 * - `unplanned`: reached, and nothing is planned
 */
export const followUpStates = ['to-call', 'planned', 'unplanned', 'asleep'] as const;
export type FollowUpState = (typeof followUpStates)[number];

type StateColumns = Pick<EntryRow, 'open' | 'reached' | 'next_date' | 'asleep_until'>;

/** Returns the state of an entry on a day in Europe/Paris; null when it is not an open lead. */
export function followUpState(entry: StateColumns, today: Day): FollowUpState | null {
  if (entry.open === 0) return null;
  if (entry.asleep_until !== null && entry.asleep_until > today) return 'asleep';
  if (entry.reached === 0 && (entry.next_date === null || entry.next_date <= today)) return 'to-call';
  return entry.next_date === null ? 'unplanned' : 'planned';
}

/** The condition on the table `e` for {@link followUpState}. */
export function isInState(state: FollowUpState, today: RawBuilder<unknown>): RawBuilder<boolean> {
  // `open` as a literal: SQLite uses a partial index only if the text of the query implies its condition.
  if (state === 'asleep') return sql`(e.open = 1 and e.asleep_until > ${today})`;
  const awake = sql`e.open = 1 and (e.asleep_until is null or e.asleep_until <= ${today})`;
  switch (state) {
    case 'to-call':
      return sql`(${awake} and e.reached = 0 and (e.next_date is null or e.next_date <= ${today}))`;
    case 'planned':
      return sql`(${awake} and e.next_date is not null and (e.reached = 1 or e.next_date > ${today}))`;
    case 'unplanned':
      return sql`(${awake} and e.reached = 1 and e.next_date is null)`;
    default:
      return state satisfies never;
  }
}
