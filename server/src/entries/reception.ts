import type { Clock } from '../clock.ts';
import type { Database } from '../database/port.ts';
import { retryUniqueViolation } from '../database/retry.ts';
import type { StoredOutcome } from './create-entries.ts';
import { type Arrival, receiveEntries } from './receive-entries.ts';

/** Takes entries in: when it resolves, the entry is durable. */
export interface Reception {
  receive(arrival: Omit<Arrival, 'tellsStaff'>): Promise<StoredOutcome>;
}

export interface ReceptionOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether staff are told by e-mail of what arrives. */
  readonly tellsStaff: boolean;
}

/** What routes hand entries to. */
export function openReception({ database, clock, tellsStaff }: ReceptionOptions): Reception {
  return {
    receive: (arrival) =>
      retryUniqueViolation(() => database.write(receiveEntries, { ...arrival, tellsStaff }, clock())),
  };
}
