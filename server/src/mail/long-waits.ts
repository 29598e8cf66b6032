import { sql } from 'kysely';
import type { Transaction } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { Instant } from '../database/tables.ts';
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
export async function endLongWaits(tx: Transaction, now: Instant): Promise<number> {
  let ended = 0;
  for (let attempts = 0; attempts < mostAttempts; attempts++) {
    const latestMs = Date.parse(now) + Math.max(leaseMs, longestPauseMs(attempts));
    ended += await tx.run(endWaits, { attempts, now, latest: new Date(latestMs).toISOString() });
  }
  return ended;
}
