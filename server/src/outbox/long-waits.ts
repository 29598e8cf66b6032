import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
import { type Claimed, mailQueue, type Queue, type QueueName, webhookQueue } from './queues.ts';

type Values = { attempts: number; now: string; soon: string; latest: string };

const endWaitsIn = <Row, C extends Claimed>(queue: Queue<Row, C>) =>
  rawStatement<Values, unknown>(
    (p) => sql`
update ${sql.table(queue.table)} as q set next_at = ${p.now}
where ${queue.ofAnyDestination} and state = 'pending' and attempts = ${p.attempts}
  and (next_at > ${p.latest} or (next_at > ${p.soon} and ${queue.attemptedAt} > ${p.soon}))`,
  );
const queues = {
  webhooks: { endWaits: endWaitsIn(webhookQueue), leaseMs: webhookQueue.leaseMs },
  mails: { endWaits: endWaitsIn(mailQueue), leaseMs: mailQueue.leaseMs },
};

/**
 * Makes rows due whose next attempt is further ahead than their schedule allows, in `longestPausesMs` by the number of
 * attempts: the clock has gone back since they were scheduled, and they would wait that much longer. Returns how many.
 */
export async function endLongWaits(
  tx: Transaction,
  { queue, longestPausesMs }: { readonly queue: QueueName; readonly longestPausesMs: readonly number[] },
  { now }: { readonly now: Instant },
): Promise<number> {
  const { endWaits, leaseMs } = queues[queue];
  const after = (ms: number) => new Date(Date.parse(now) + ms).toISOString();
  let ended = 0;
  for (const [attempts, pauseMs] of longestPausesMs.entries()) {
    const latest = after(Math.max(leaseMs, pauseMs));
    ended += await tx.run(endWaits, { attempts, now, soon: after(leaseMs), latest });
  }
  return ended;
}
