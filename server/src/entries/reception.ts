import type { Clock } from '../clock.ts';
import { AlreadyThere, type Database } from '../database/port.ts';
import { writeQueue } from '../database/write-queue.ts';
import type { Outcome } from './create-entries.ts';
import { type Arrival, receiveEntries } from './receive-entries.ts';

const mostTries = 3;

/** Takes entries in: when it answers, the entry is durable. */
export interface Reception {
  receive(arrival: Arrival): Promise<Outcome>;
  /** Spares the first one who sends something the wait for a thread to begin. */
  getReady(): Promise<void>;
}

/** Puts the queue in front of what arrives, which comes in crowds. `onBatch` is told the size of each commit. */
export function openReception(database: Database, clock: Clock, onBatch?: (size: number) => void): Reception {
  const queue = writeQueue<Arrival, Outcome>({
    database,
    operation: receiveEntries,
    now: () => clock().toISOString(),
    ...(onBatch !== undefined && { onBatch }),
  });
  return {
    async receive(arrival) {
      for (let tries = 1; ; tries++) {
        try {
          return await queue.add(arrival);
        } catch (error) {
          // Another batch, here or in another process, stored it at the same instant: the next try finds it.
          if (!(error instanceof AlreadyThere) || tries === mostTries) throw error;
        }
      }
    },
    async getReady() {
      await database.batch(receiveEntries, [], clock().toISOString());
    },
  };
}
