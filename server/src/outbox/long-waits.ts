import { sql } from 'kysely';
import { dayMs, ignoredStepMs } from '../clock.ts';
import type { QueueChannel } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import { type Claimed, letterQueue, noticeQueue, type Queue, webhookQueue } from './queues.ts';

type Values = { attempts: number; now: string; soon: string; latest: string; faraway: string };

/** No row waits longer. An SMS may wait over a Sunday and two holidays, and a day that its gateway has asked for. */
const longestMs = 5 * dayMs;

const endWaitsIn = <Row, C extends Claimed>(queue: Queue<Row, C>) =>
  rawStatement<Values, unknown>(
    (p, dialect) => sql`
update ${sql.table(queue.table)} as q set next_at = ${p.now}
where ${queue.ofAnyDestination(dialect)} and state = 'pending' and attempts = ${p.attempts} and next_at > ${p.soon}
  and (next_at > ${p.faraway} or not (${queue.waitsForDays}) and (next_at > ${p.latest} or ${queue.attemptedAt} > ${p.soon}))`,
  );
const queues = {
  outbox: { endWaits: endWaitsIn(webhookQueue), leaseMs: webhookQueue.leaseMs },
  notices: { endWaits: endWaitsIn(noticeQueue), leaseMs: noticeQueue.leaseMs },
  letters: { endWaits: endWaitsIn(letterQueue), leaseMs: letterQueue.leaseMs },
} satisfies Record<QueueChannel, object>;

/**
 * Makes rows due whose next attempt is later than their schedule allows: after the clock has gone back, they would wait
 * that much longer. `longestPausesMs` is indexed by the number of attempts.
 */
export const endLongWaits = operation(
  'endLongWaits',
  async (tx, input: { channel: QueueChannel; longestPausesMs: readonly number[] }, context) => {
    const { endWaits, leaseMs } = queues[input.channel];
    const now = context.now.toISOString();
    // The clock of another process may be ahead: its leases stay, or it and this one would send the same.
    const after = (ms: number) => new Date(context.now.getTime() + ignoredStepMs + ms).toISOString();
    const soon = after(leaseMs);
    for (const [attempts, pauseMs] of input.longestPausesMs.entries()) {
      const latest = after(Math.max(leaseMs, pauseMs));
      await tx.run(endWaits, { attempts, now, soon, latest, faraway: after(longestMs) });
    }
  },
);
