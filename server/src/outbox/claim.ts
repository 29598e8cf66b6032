import type { Flag, Instant } from '../store/tables.ts';
import type { Claimed } from './queues.ts';

/** What a process has room for. */
export interface ClaimRequest {
  /** 1 for destinations whose last attempt failed, 0 for the others. */
  readonly failing: Flag;
  /** At most so many of one destination. */
  readonly perDestination: number;
  /** At most so many in all. */
  readonly inAll: number;
  /** Destinations of which the process has enough. */
  readonly except: readonly number[];
}

/** What one process has claimed of a queue. By state and time, never by « id greater than the last one ». */
export interface Claims<C extends Claimed> {
  /** When the first row that there is room for is, or was, due; null when there is none. */
  earliest(request: Pick<ClaimRequest, 'failing' | 'except'>, now: Instant): Promise<Instant | null>;
  /** Claims what is due, for the queue's `leaseMs`, in the order in which it was written. */
  take(request: ClaimRequest, now: Instant): Promise<readonly C[]>;
  /** Gives back what was not attempted: it is due at once. */
  giveBack(claimed: readonly C[], now: Instant): Promise<void>;
  /** The outcome of its attempt is stored. */
  completed(claimed: C): void;
}
