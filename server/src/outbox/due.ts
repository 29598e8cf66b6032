import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Ids } from '../store/dialect.ts';
import type { Parameters } from '../store/statement.ts';
import type { Flag, Instant } from '../store/tables.ts';
import type { Claimed, Queue } from './queues.ts';

export type Due = { readonly failing: Flag; readonly except: Ids };
export type ClaimValues = Due & {
  readonly perDestination: number;
  readonly inAll: number;
  readonly now: string;
};

/** When the earliest row is or was due, as `at`, without those excluded by `unclaimed`. */
export function earliestDue<Row, C extends Claimed>(
  { table, destinations, ofDestination }: Queue<Row, C>,
  p: Parameters<Due>,
  dialect: Dialect,
  unclaimed: RawBuilder<unknown> = sql``,
): RawBuilder<{ at: Instant | null }> {
  return sql`
select min((
  select next_at from ${sql.table(table)} where ${ofDestination} and state = 'pending' ${unclaimed}
  order by next_at limit 1
)) as at
from ${destinations} e where e.failing = ${p.failing} and e.id not in ${dialect.ids(p.except)}`;
}

/**
 * The rows `q` of a claim, without those locked by other processes and those excluded by `unclaimed`. Selected per
 * destination, so that a long backlog of one that hangs costs nothing.
 */
export function dueRows<Row, C extends Claimed>(
  { table, destinations, ofDestination }: Queue<Row, C>,
  p: Parameters<ClaimValues>,
  dialect: Dialect,
  unclaimed: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const due = sql`
select id from ${sql.table(table)}
where ${ofDestination} and state = 'pending' and next_at <= ${p.now} ${unclaimed}
order by next_at, id limit ${p.perDestination} ${dialect.skipLocked()}`;
  return sql`
from ${destinations} e ${dialect.joinIds('due', due)} cross join ${sql.table(table)} q
where q.id = due.value and e.failing = ${p.failing} and e.id not in ${dialect.ids(p.except)}
order by q.next_at, q.id limit ${p.inAll}`;
}
