import { type RawBuilder, sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

/** A legal hold, or a limitation of processing: neither lets the entry be erased. */
export interface Hold {
  readonly id: number;
  readonly kind: 'hold' | 'limitation';
  readonly reason: string;
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string;
}

const holdingNow = statement<{ entryId: number; today: string }>()((db, p) =>
  db
    .selectFrom('holds')
    .select(['id', 'kind', 'reason', 'until'])
    .where('entry_id', '=', p.entryId)
    .where('ended_at', 'is', null)
    .where('until', '>=', p.today)
    .orderBy('until', 'desc')
    .limit(sql.lit(1)),
);

/** A condition: the entry with this id is under no hold. */
export function isNotHeld(entryId: RawBuilder<unknown>, today: RawBuilder<Day>): RawBuilder<boolean> {
  return sql`not exists (
    select 1 from holds where entry_id = ${entryId} and ended_at is null and until >= ${today}
  )`;
}

/** Returns the hold of an entry that lasts longest; undefined when there is none. */
export function holdOf(queries: Queries, entryId: number, now: Date): Promise<Hold | undefined> {
  return queries.first(holdingNow, { entryId, today: parisDay(now) });
}

/** What of a hold is shown beside its entry; null when there is none. */
export async function shownHold(queries: Queries, entryId: number, now: Date) {
  const hold = await holdOf(queries, entryId, now);
  return hold === undefined ? null : { kind: hold.kind, until: hold.until };
}

/** Rejects with HELD when the entry must not be erased. */
export async function refuseHeld(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const hold = await holdOf(tx, entryId, now);
  if (hold === undefined) return;
  const what = hold.kind === 'hold' ? 'a legal hold' : 'a limitation of processing';
  throw new RequestError('HELD', `Entry ${entryId} is under ${what} until ${hold.until}: ${hold.reason}`);
}
