import type { Clock } from '../clock.ts';
import { AlreadyThere, type Database } from '../database/port.ts';
import type { StoredOutcome } from './create-entries.ts';
import { type Arrival, receiveEntries } from './receive-entries.ts';

const mostTries = 3;

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
    async receive(arrival) {
      for (let tries = 1; ; tries++) {
        try {
          return await database.write(receiveEntries, { ...arrival, tellsStaff }, clock());
        } catch (error) {
          // Another batch, here or in another process, stored it at the same instant: the next try finds it.
          if (!(error instanceof AlreadyThere) || tries === mostTries) throw error;
        }
      }
    },
  };
}
