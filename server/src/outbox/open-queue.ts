import type { Clock } from '../clock.ts';
import type { Database, Operation } from '../store/database.ts';
import { bodyReader } from './body-reader.ts';
import type { Claims } from './claim.ts';
import { claimsByLease, letterLeases, noticeLeases, webhookLeases } from './claims-by-lease.ts';
import { claimsInMemory } from './claims-in-memory.ts';
import { completeNotices, completeWebhooks } from './complete.ts';
import type { Completion, EndpointChange } from './completion.ts';
import { endLongWaits } from './long-waits.ts';
import {
  type Claimed,
  type ClaimedLetter,
  type ClaimedNotice,
  type ClaimedWebhook,
  letterQueue,
  noticeQueue,
  type Queue,
  webhookQueue,
} from './queues.ts';

export interface OpenQueue<C extends Claimed> {
  readonly leaseMs: number;
  readonly claims: Claims<C>;
  /** Reads the body of a claimed row as it is now; undefined when the row is gone. */
  bodyOf(id: number): Promise<string | undefined>;
  /** Stores the outcome of an attempt. */
  complete(completion: Completion): Promise<EndpointChange>;
  /** Makes rows due that wait longer than their schedule allows; indexed by the number of attempts. */
  endLongWaits(longestPausesMs: readonly number[]): Promise<void>;
  /** Calls `onNotified` when something may be due. Returns the unsubscribe function. */
  subscribe(onNotified: () => void): () => void;
}

/**
 * On PostgreSQL any number of processes deliver, so a claim is a lease in the table. An SQLite file belongs to one
 * process, which keeps its claims in memory: that saves two of three transactions per delivery.
 */
export function openWebhookQueue(database: Database, clock: Clock): OpenQueue<ClaimedWebhook> {
  const claims = database.read.dialect.isServer
    ? claimsByLease(database, webhookLeases)
    : claimsInMemory(database, webhookQueue);
  return { claims, ...openQueue(database, clock, webhookQueue, completeWebhooks) };
}

/**
 * A claim is a lease in the table on both engines. On a full disk outcomes can't be recorded, and a mail claimed in
 * memory would be sent again every two minutes; with a lease the claim itself fails and nothing is sent. Receivers of
 * webhooks recognise repetitions, people don't.
 */
export function openNoticeQueue(database: Database, clock: Clock): OpenQueue<ClaimedNotice> {
  const claims = claimsByLease(database, noticeLeases);
  return { claims, ...openQueue(database, clock, noticeQueue, completeNotices) };
}

/** Like {@link openNoticeQueue}. `complete` stores outcomes: the entry says which letters have failed. */
export function openLetterQueue(
  database: Database,
  clock: Clock,
  complete: Operation<Completion, EndpointChange>,
): OpenQueue<ClaimedLetter> {
  const claims = claimsByLease(database, letterLeases);
  return { claims, ...openQueue(database, clock, letterQueue, complete) };
}

function openQueue(
  database: Database,
  clock: Clock,
  { leaseMs, channel, table }: Pick<Queue<never, never>, 'leaseMs' | 'channel' | 'table'>,
  complete: Operation<Completion, EndpointChange>,
): Omit<OpenQueue<never>, 'claims'> {
  return {
    leaseMs,
    bodyOf: bodyReader(database.read, table),
    complete: (completion) => database.write(complete, completion, clock()),
    endLongWaits: (longestPausesMs) => database.write(endLongWaits, { channel, longestPausesMs }, clock()),
    subscribe: (onNotified) => database.subscribe(channel, onNotified),
  };
}
