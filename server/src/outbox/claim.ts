import type { Flag, Instant } from '../store/tables.ts';
import type { Claimed } from './queues.ts';

export interface ClaimRequest {
  /** 1 for destinations whose last attempt failed, 0 for the others. */
  readonly failing: Flag;
  readonly perDestination: number;
  readonly inAll: number;
  /** Destinations to leave out: the process has enough of them. */
  readonly except: readonly number[];
}

/**
 * The claims of one process on a queue. Rows are found by state and time, never by « id greater than the last one »,
 * which would miss rows that commit out of order.
 */
export interface Claims<C extends Claimed> {
  /** When the earliest row that matches the request is or was due; null when there is none. */
  earliest(request: Pick<ClaimRequest, 'failing' | 'except'>, now: Instant): Promise<Instant | null>;
  /** Claims due rows for the queue's `leaseMs`, in the order in which they were written. */
  take(request: ClaimRequest, now: Instant): Promise<readonly C[]>;
  /** Returns rows that were not attempted: they are due at once. */
  giveBack(claimed: readonly C[], now: Instant): Promise<void>;
  /** To be called once the outcome of the attempt is stored. */
  completed(claimed: C): void;
}
