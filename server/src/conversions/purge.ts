import { sql } from 'kysely';
import { deleteInChunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import { daysBefore } from './keyset.ts';

/** How long served conversions are kept: longer than they can be served again or retracted. */
export const servedDays = 365;

const conversionsPerChunk = 500;

const deleteOldest = rawStatement<{ until: string }, unknown>((p, dialect) => {
  const oldest = sql`select id from conversions where first_served_at <= ${p.until}
    order by first_served_at, id limit ${sql.lit(conversionsPerChunk)}`;
  return sql`delete from conversions where ${dialect.isIn('id', oldest)}`;
});

export const deleteOldConversions = operation('deleteOldConversions', (tx, until: string) =>
  tx.run(deleteOldest, { until }),
);

/** Deletes conversions first served more than {@link servedDays} days ago. Returns how many; `stopping` ends it early. */
export function expireConversions(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const until = daysBefore(now, servedDays);
  return deleteInChunks(() => database.write(deleteOldConversions, until, now), stopping);
}
