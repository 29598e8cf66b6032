import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import { rawStatement } from '../database/statement.ts';
import { leaseMs } from './claim.ts';

/** The longest pause there is, a day and a fifth (delivery/schedule.ts), and a little more. */
const longestWaitMs = 29 * 60 * 60_000;

// Endpoint by endpoint: their index ends with `next_at`.
const endWaits = rawStatement<{ now: string; soon: string; latest: string }, unknown>(
  (p) => sql`
update outbox set next_at = ${p.now}
where endpoint_id in (select id from endpoints) and state = 'pending' and next_at > ${p.soon}
  and (attempts = 0 or next_at > ${p.latest}
    or coalesce((select max(at) from attempts where outbox_id = outbox.id), created_at) > ${p.soon})`,
);

/**
 * Makes those events due whose next attempt lies further ahead than their schedule allows: the clock has gone back since
 * they were scheduled, and they would wait that much longer. Returns how many.
 */
export const endLongWaits = operation('endLongWaits', async (tx, _: undefined, { now }) => {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return tx.run(endWaits, { now: now.toISOString(), soon: after(leaseMs), latest: after(longestWaitMs) });
});
