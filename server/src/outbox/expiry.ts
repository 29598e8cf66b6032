import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import type { Database } from '../database/port.ts';
import { deleteInOrder } from '../database/slices.ts';
import { rawStatement, statement } from '../database/statement.ts';

/** How long a delivery and its attempts are kept once it is delivered or given up: half a year. */
export const finishedDays = 183;

const dayMs = 24 * 60 * 60_000;
/** Rows in a slice, each with its attempts. */
const inSlice = 500;

const nextRows = statement<{ after: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select(['id', 'created_at'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(sql.lit(inSlice)),
);
// Its attempts go with it. One that is sent again meanwhile has not finished any more, and stays.
const deleteFinished = rawStatement<{ after: number; last: number; until: string }, unknown>(
  (p) => sql`
delete from outbox where id > ${p.after} and id <= ${p.last} and state <> 'pending' and finished_at <= ${p.until}`,
);

/** Deletes those of a slice of ids that finished until then. */
export const deleteOldDeliveries = operation(
  'deleteOldDeliveries',
  async (tx, { after, until }: { after: number; until: string }) => {
    const rows = await tx.all(nextRows, { after });
    const last = rows.findLast(({ created_at }) => created_at <= until)?.id;
    const deleted = last === undefined ? 0 : await tx.run(deleteFinished, { after, last, until });
    return { last, deleted };
  },
);

/**
 * Deletes deliveries that finished more than {@link finishedDays} days ago, with their attempts. What is still to be
 * delivered stays, however old. In slices, each a transaction of its own; `stopping` ends it after a slice. Returns how
 * many.
 */
export async function expireDeliveries(
  database: Database,
  now: Date,
  stopping?: AbortSignal,
): Promise<number> {
  const until = new Date(now.getTime() - finishedDays * dayMs).toISOString();
  // From the oldest on, to those that were written later: an index by the end of each would cost every delivery.
  return deleteInOrder((after) => database.write(deleteOldDeliveries, { after, until }, now), stopping);
}
