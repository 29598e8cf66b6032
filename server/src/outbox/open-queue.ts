import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import type { Claims } from './claim.ts';
import { claimsByLease, mailLeases, webhookLeases } from './claims-by-lease.ts';
import { claimsInMemory } from './claims-in-memory.ts';
import { completeMails, completeWebhooks } from './complete.ts';
import type { Completion, EndpointChange } from './completion.ts';
import { endLongWaits } from './long-waits.ts';
import { type Claimed, type ClaimedMail, type ClaimedWebhook, mailQueue, webhookQueue } from './queues.ts';

/** A queue as one worker uses it. */
export interface OpenQueue<C extends Claimed> {
  readonly leaseMs: number;
  readonly claims: Claims<C>;
  /** Stores the outcome of an attempt. */
  complete(completion: Completion): Promise<EndpointChange>;
  /** Makes due what waits longer than its schedule allows, by the number of attempts. */
  endLongWaits(longestPausesMs: readonly number[]): Promise<unknown>;
  /** Calls `onNotified` when something may be due. Returns what ends the subscription. */
  subscribe(onNotified: () => void): () => void;
}

/**
 * On PostgreSQL any number of processes deliver, and a claim is a lease in the table. The file of SQLite belongs to one
 * process: it keeps its claims in memory, which saves two of three transactions for each delivery.
 */
export function openWebhookQueue(database: Database, clock: Clock): OpenQueue<ClaimedWebhook> {
  return {
    leaseMs: webhookQueue.leaseMs,
    claims: database.read.dialect.isServer
      ? claimsByLease(database, webhookLeases)
      : claimsInMemory(database, webhookQueue),
    complete: (completion) => database.write(completeWebhooks, completion, clock()),
    endLongWaits: (longestPausesMs) =>
      database.write(endLongWaits, { queue: 'webhooks', longestPausesMs }, clock()),
    subscribe: (onNotified) => database.subscribe('outbox', onNotified),
  };
}

/**
 * A claim is a lease in the table on both engines: while a full disk takes no outcomes, no mail is sent that could not be
 * recorded, and would be sent again every two minutes. Receivers of webhooks recognise repetitions, people don't.
 */
export function openMailQueue(database: Database, clock: Clock): OpenQueue<ClaimedMail> {
  return {
    leaseMs: mailQueue.leaseMs,
    claims: claimsByLease(database, mailLeases),
    complete: (completion) => database.write(completeMails, completion, clock()),
    endLongWaits: (longestPausesMs) =>
      database.write(endLongWaits, { queue: 'mails', longestPausesMs }, clock()),
    subscribe: (onNotified) => database.subscribe('mail', onNotified),
  };
}
