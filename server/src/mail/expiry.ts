import { sql } from 'kysely';
import type { Database, Transaction } from '../database/port.ts';
import { slices } from '../database/slices.ts';
import { rawStatement } from '../database/statement.ts';

/** How long mails and notices are kept: half a year. */
export const keptDays = 183;

const dayMs = 24 * 60 * 60_000;
const inSlice = 500;

// From the oldest on: an index by time would cost every notice. A mail that is still to be sent stays, however old.
const deleteMails = rawStatement<{ until: string }, unknown>(
  (p) => sql`
delete from mails where id in (select id from mails where id > 0 order by id limit ${sql.lit(inSlice)})
  and created_at <= ${p.until} and state <> 'pending'`,
);
const deleteNotices = rawStatement<{ until: string }, unknown>(
  (p) => sql`
delete from notices where id in (select id from notices where id > 0 order by id limit ${sql.lit(inSlice)})
  and created_at <= ${p.until}`,
);

/**
 * Deletes mails and notices that are older than {@link keptDays} days. In slices, each a transaction of its own;
 * `stopping` ends it after a slice. Answers how many mails.
 */
export async function expireMails(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const until = new Date(now.getTime() - keptDays * dayMs).toISOString();
  let all = 0;
  for await (const deleted of slices(
    database,
    (tx: Transaction) => tx.run(deleteMails, { until }),
    stopping,
  )) {
    all += deleted;
    if (deleted === 0) break;
  }
  for await (const deleted of slices(
    database,
    (tx: Transaction) => tx.run(deleteNotices, { until }),
    stopping,
  )) {
    if (deleted === 0) break;
  }
  return all;
}
