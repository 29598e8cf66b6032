import type { Flag, Instant } from '../database/tables.ts';

/** How long a process has for what it has claimed. Then it is due again, for its end could not be recorded. */
export const leaseMs = 60_000;

/** Which deliveries a process has room for. */
export interface Wanted {
  /** 1 for endpoints whose last attempt failed, 0 for the others. */
  readonly failing: Flag;
  /** At most so many of one endpoint. */
  readonly perEndpoint: number;
  /** At most so many in all. */
  readonly inAll: number;
  /** Endpoints of which the process has enough. */
  readonly except: readonly number[];
}

/** A delivery that this process, and no other, is to attempt until `leaseUntil`. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  /** Attempts so far, since it was written or sent again. */
  readonly attempts: number;
  readonly leaseUntil: Instant;
  readonly endpoint: ClaimedEndpoint;
}

export interface ClaimedEndpoint {
  readonly id: number;
  readonly callerId: number;
  readonly url: string;
  /** Encrypted: the present secret and, in a rotation, the one before. */
  readonly secrets: readonly string[];
  readonly failing: boolean;
}

/** What one process has claimed of the outbox. By state and time, never by « id greater than the last one ». */
export interface Claims {
  /** When the first delivery that there is room for is, or was, due; null when there is none. */
  earliest(wanted: Pick<Wanted, 'failing' | 'except'>, now: Instant): Promise<Instant | null>;
  /** Claims what is due, for {@link leaseMs}, in the order in which it was written. */
  take(wanted: Wanted, now: Instant): Promise<readonly Claimed[]>;
  /** Gives back what was not attempted: it is due at once. */
  giveBack(claimed: readonly Claimed[], now: Instant): Promise<void>;
  /** What became of it is recorded. */
  recorded(claimed: Claimed): void;
}
