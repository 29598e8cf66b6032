import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import { deleteInChunks } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';

/** How long served conversions are kept: longer than they can be served again. */
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
  const until = new Date(now.getTime() - servedDays * dayMs).toISOString();
  return deleteInChunks(() => database.write(deleteOldConversions, until, now), stopping);
}
