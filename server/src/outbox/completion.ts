import type { Instant } from '../store/tables.ts';
import type { Outcome } from './outcome.ts';

/** A finished attempt and what follows from it. */
export interface Completion extends Omit<Outcome, 'kind' | 'retryAfterSeconds' | 'notBefore'> {
  readonly id: number;
  readonly destinationId: number;
  /** Attempts before this one, when it was claimed: if the row has another number by now, it was resent. */
  readonly attempts: number;
  /** When it began. */
  readonly at: Instant;
  /** `retry`: at `nextAt`. `failed`: given up. `gone`: the endpoint accepts no more events; the event waits. */
  readonly verdict: 'delivered' | 'retry' | 'failed' | 'gone';
  readonly nextAt: Instant | null;
}

/** The endpoint's new state; null when unchanged. `working`: the previous attempt had failed. */
export type EndpointChange = 'held' | 'off' | 'working' | null;
