import { sql } from 'kysely';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import { type Claimed, mailQueue, type Queue, type QueueName, webhookQueue } from './queues.ts';

type Values = { attempts: number; now: string; soon: string; latest: string };

const endWaitsIn = <Row, C extends Claimed>(queue: Queue<Row, C>) =>
  rawStatement<Values, unknown>(
    (p, dialect) => sql`
update ${sql.table(queue.table)} as q set next_at = ${p.now}
where ${queue.ofAnyDestination(dialect)} and state = 'pending' and attempts = ${p.attempts} and next_at > ${p.soon}
  and (next_at > ${p.latest} or ${queue.attemptedAt} > ${p.soon})`,
  );
const queues = {
  webhooks: { endWaits: endWaitsIn(webhookQueue), leaseMs: webhookQueue.leaseMs },
  mails: { endWaits: endWaitsIn(mailQueue), leaseMs: mailQueue.leaseMs },
};

/**
 * Makes rows due whose next attempt is later than their schedule allows: the clock went back after they were scheduled,
 * and they would wait that much longer. `longestPausesMs` is indexed by the number of attempts. Returns how many.
 */
export const endLongWaits = operation(
  'endLongWaits',
  async (
    tx,
    { queue, longestPausesMs }: { queue: QueueName; longestPausesMs: readonly number[] },
    context,
  ) => {
    const { endWaits, leaseMs } = queues[queue];
    const after = (ms: number) => new Date(context.now.getTime() + ms).toISOString();
    const [now, soon] = [after(0), after(leaseMs)];
    let ended = 0;
    for (const [attempts, pauseMs] of longestPausesMs.entries()) {
      ended += await tx.run(endWaits, { attempts, now, soon, latest: after(Math.max(leaseMs, pauseMs)) });
    }
    return ended;
  },
);
