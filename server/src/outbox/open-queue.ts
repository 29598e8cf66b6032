import type { Database } from '../database/port.ts';
import type { Instant } from '../database/tables.ts';
import { writeQueue } from '../database/write-queue.ts';
import type { Claims } from './claim.ts';
import { claimsByLease, mailLeases, webhookLeases } from './claims-by-lease.ts';
import { claimsInMemory } from './claims-in-memory.ts';
import { completeMails, completeWebhooks } from './complete.ts';
import type { Completion, EndpointChange } from './completion.ts';
import { endLongWaits } from './long-waits.ts';
import { type Claimed, type ClaimedMail, type ClaimedWebhook, mailQueue, webhookQueue } from './queues.ts';

/**
 * A queue as one worker uses it.
 *
 * On PostgreSQL any number of processes deliver, and a claim is a lease in the table. The file of SQLite belongs to one
 * process: it keeps its claims in memory, which saves two of three transactions for each delivery.
 */
export interface OpenQueue<C extends Claimed> {
  readonly leaseMs: number;
  readonly claims: Claims<C>;
  /** Stores the outcome of an attempt. */
  complete(completion: Completion): Promise<EndpointChange>;
  endLongWaits(longestPausesMs: readonly number[], now: Instant): Promise<unknown>;
  /** Calls `wake` when something may be due. Returns what ends it. */
  watch(wake: () => void): () => void;
}

export function openWebhookQueue(database: Database, now: () => Instant): OpenQueue<ClaimedWebhook> {
  // A batch waits for no more attempts to end: those would begin only after it.
  const completions = writeQueue({ database, operation: completeWebhooks, now, likelyToCome: 0 });
  return {
    leaseMs: webhookQueue.leaseMs,
    claims:
      database.engine === 'postgres'
        ? claimsByLease(database, webhookLeases)
        : claimsInMemory(database, webhookQueue),
    complete: completions.add,
    endLongWaits: (longestPausesMs, at) =>
      database.write((tx) => endLongWaits(tx, { queue: 'webhooks', longestPausesMs }, { now: at })),
    watch: (wake) => database.watch('outbox', wake),
  };
}

export function openMailQueue(database: Database, now: () => Instant): OpenQueue<ClaimedMail> {
  const completions = writeQueue({ database, operation: completeMails, now, likelyToCome: 0 });
  return {
    leaseMs: mailQueue.leaseMs,
    claims:
      database.engine === 'postgres'
        ? claimsByLease(database, mailLeases)
        : claimsInMemory(database, mailQueue),
    complete: completions.add,
    endLongWaits: (longestPausesMs, at) =>
      database.write((tx) => endLongWaits(tx, { queue: 'mails', longestPausesMs }, { now: at })),
    watch: (wake) => database.watch('mail', wake),
  };
}
