import { sql } from 'kysely';
import type { Queries, Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';

const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('outbox').select('id').where('id', '=', p.id),
);
// The state stands in the text: an index of the failed ones is of no use to a query for any state.
const failedSince = statement<{ since: string }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', sql.lit('failed'))
    .where('finished_at', '>=', p.since),
);
const renew = { state: 'pending', attempts: 0, finished_at: null } as const;
const renewOne = statement<{ id: number; now: string }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ ...renew, next_at: p.now })
    .where('id', '=', p.id),
);
const renewFailed = statement<{ since: string; now: string }>()((db, p) =>
  db
    .updateTable('outbox')
    .set({ ...renew, next_at: p.now })
    .where('state', '=', sql.lit('failed'))
    .where('finished_at', '>=', p.since),
);

/**
 * Sends a delivery again, whatever became of it, with the same `webhook-id` and a whole schedule of attempts: at once,
 * or when its endpoint is on again. Answers false when there is no such delivery.
 */
export async function sendAgain(tx: Transaction, id: number, now: Instant): Promise<boolean> {
  if ((await tx.first(byId, { id })) === undefined) return false;
  await tx.run(renewOne, { id, now });
  await tx.notify('outbox');
  return true;
}

/** How many deliveries were given up since a moment. */
export async function countFailedSince(read: Queries, since: Instant): Promise<number> {
  return Number((await read.first(failedSince, { since }))?.n ?? 0);
}

/** Sends all deliveries again that were given up since a moment, as {@link sendAgain} does. Answers how many. */
export async function sendFailedAgain(tx: Transaction, since: Instant, now: Instant): Promise<number> {
  const renewed = await tx.run(renewFailed, { since, now });
  if (renewed > 0) await tx.notify('outbox');
  return renewed;
}
