import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { AlreadyThere, type Database } from '../database/port.ts';
import { writeQueue } from '../database/write-queue.ts';
import { type Creation, entryCreation, type Outcome } from './create-entries.ts';
import { customIdKey, idempotencyKey, type Receipt, receiptDays } from './receipts.ts';

const mostTries = 3;

/** Takes entries in: when it answers, the entry is durable. */
export interface Reception {
  receive(creation: Creation): Promise<Outcome>;
}

/** Puts the queue in front of the creations, which come in crowds. `onBatch` is told the size of each commit. */
export function openReception(database: Database, clock: Clock, onBatch?: (size: number) => void): Reception {
  const queue = writeQueue<Creation, Outcome>({
    database,
    operation: entryCreation,
    clock,
    ...(onBatch !== undefined && { onBatch }),
  });
  return {
    async receive(creation) {
      for (let tries = 1; ; tries++) {
        try {
          return await queue.add(creation);
        } catch (error) {
          // Another batch, here or in another process, stored it at the same instant: the next try finds it.
          if (!(error instanceof AlreadyThere) || tries === mostTries) throw error;
        }
      }
    },
  };
}

/** What makes a creation known when it is sent again. */
export interface Identification {
  readonly sender: string;
  readonly customId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The cleaned body with everything else that makes it another content: route, establishment, type, test flag. */
  readonly content: readonly unknown[];
  readonly now: Date;
}

const dayMs = 24 * 60 * 60_000;

/** The receipts of a creation: none when it carries neither a customId nor an Idempotency-Key. */
export function receiptsOf({
  sender,
  customId,
  idempotencyKey: key,
  content,
  now,
}: Identification): Receipt[] {
  if (customId === undefined && key === undefined) return [];
  const contentHash = hash('sha256', JSON.stringify(content), 'base64url');
  const expiresAt = new Date(now.getTime() + receiptDays * dayMs).toISOString();
  const keys = [
    ...(key === undefined ? [] : [idempotencyKey(key)]),
    ...(customId === undefined ? [] : [customIdKey(customId, contentHash)]),
  ];
  return keys.map((one) => ({ sender, key: one, contentHash, expiresAt }));
}
