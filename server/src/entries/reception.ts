import type { Clock } from '../clock.ts';
import { AlreadyThere, type Database } from '../database/port.ts';
import { writeQueue } from '../database/write-queue.ts';
import type { StoredOutcome } from './create-entries.ts';
import { type Arrival, receiveEntries, receiveEntriesAndTell } from './receive-entries.ts';

const mostTries = 3;

/** Takes entries in: when it answers, the entry is durable. */
export interface Reception {
  receive(arrival: Omit<Arrival, 'contentKey'>): Promise<StoredOutcome>;
  /** Spares the first one who sends something the wait for a thread to begin. */
  getReady(): Promise<void>;
}

export interface ReceptionOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Keys the hashes by which what is sent again is known. */
  readonly contentKey: string;
  /** Whether staff are told by e-mail of what arrives. */
  readonly tellsStaff: boolean;
  /** Told the size of each commit. */
  readonly onBatch?: ((size: number) => void) | undefined;
}

/** Puts the queue in front of what arrives, which comes in crowds. */
export function openReception({
  database,
  clock,
  contentKey,
  tellsStaff,
  onBatch,
}: ReceptionOptions): Reception {
  const operation = tellsStaff ? receiveEntriesAndTell : receiveEntries;
  const queue = writeQueue<Arrival, StoredOutcome>({
    database,
    operation,
    now: () => clock().toISOString(),
    ...(onBatch !== undefined && { onBatch }),
  });
  return {
    async receive(arrival) {
      for (let tries = 1; ; tries++) {
        try {
          return await queue.add({ ...arrival, contentKey });
        } catch (error) {
          // Another batch, here or in another process, stored it at the same instant: the next try finds it.
          if (!(error instanceof AlreadyThere) || tries === mostTries) throw error;
        }
      }
    },
    async getReady() {
      await database.batch(operation, [], clock().toISOString());
    },
  };
}
