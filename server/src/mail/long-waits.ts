import { sql } from 'kysely';
import { operation } from '../database/operation.ts';
import { rawStatement } from '../database/statement.ts';
import { leaseMs } from './claim.ts';
import { longestPauseMs, mostAttempts } from './schedule.ts';

const endWaits = rawStatement<{ attempts: number; now: string; latest: string }, unknown>(
  (p) => sql`
update mails set next_at = ${p.now} where state = 'pending' and attempts = ${p.attempts} and next_at > ${p.latest}`,
);

/**
 * Makes those mails due whose next attempt lies further ahead than their schedule allows: the clock has gone back since
 * they were scheduled, and they would wait that much longer. Returns how many.
 */
export const endLongMailWaits = operation('endLongMailWaits', async (tx, _: undefined, context) => {
  const now = context.now.toISOString();
  let ended = 0;
  for (let attempts = 0; attempts < mostAttempts; attempts++) {
    const latestMs = context.now.getTime() + Math.max(leaseMs, longestPauseMs(attempts));
    ended += await tx.run(endWaits, { attempts, now, latest: new Date(latestMs).toISOString() });
  }
  return ended;
});
