import { expireConversions } from '../conversions/expiry.ts';
import type { Database } from '../database/port.ts';
import { expireEntries } from '../entries/expiry.ts';
import { expireMails } from '../mail/expiry.ts';
import { expireDeliveries } from '../outbox/expiry.ts';
import { clockCheck } from './clock-check.ts';

/** Where it is written for operators. */
export interface ExpiryLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

export interface ExpiryOptions {
  readonly database: Database;
  readonly now: () => Date;
  /** The process's own time in ms, which never jumps. */
  readonly elapsedMs: () => number;
  readonly log: ExpiryLog;
}

/** Returns what deletes whatever has expired, unless the clock has jumped: then it says so, and deletes nothing. */
export function expiryWork({ database, now, elapsedMs, log }: ExpiryOptions) {
  const check = clockCheck(database, elapsedMs);
  return async (stopping: AbortSignal): Promise<void> => {
    const at = now();
    const { believed, note } = await check(at);
    if (!believed) {
      log.warn(
        { now: at.toISOString(), ...note },
        'the clock has jumped, or nothing ran for long: what has expired is kept for now; « accueil doctor » says more',
      );
      return;
    }
    const { entries, receipts } = await expireEntries(database, at, stopping);
    const deliveries = await expireDeliveries(database, at, stopping);
    const mails = await expireMails(database, at, stopping);
    const conversions = await expireConversions(database, at, stopping);
    if (entries + receipts + deliveries + mails + conversions > 0)
      log.info({ entries, receipts, deliveries, mails, conversions }, 'deleted what has expired');
  };
}
