import type { Instant } from '../store/tables.ts';
import type { Outcome } from './outcome.ts';

/** An attempt that has ended, and what follows from it. */
export interface Completion extends Omit<Outcome, 'kind' | 'retryAfterSeconds'> {
  readonly id: number;
  readonly destinationId: number;
  /** Attempts before it, as they were claimed: with another number now, it was resent meanwhile. */
  readonly attempts: number;
  /** When it began. */
  readonly at: Instant;
  /** `retry`: at `nextAt`. `failed`: given up. `gone`: the endpoint wants nothing more; the event waits. */
  readonly verdict: 'delivered' | 'retry' | 'failed' | 'gone';
  readonly nextAt: Instant | null;
}

/** What the endpoint has become; null when it is as it was. `working`: the attempt before had failed. */
export type EndpointChange = 'held' | 'off' | 'working' | null;

/** PostgreSQL takes no NUL, and an attempt that could not be recorded would be made again. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
