export interface Outcome {
  /**
   * `retryable`: a later attempt may succeed. `rejected`: none will. `gone`: the endpoint accepts no more events (410),
   * and its events wait.
   */
  readonly kind: 'delivered' | 'retryable' | 'rejected' | 'gone';
  /** What went wrong, without anything from the message; null on success. */
  readonly failureReason: string | null;
  /** The delay the receiver asked for in `Retry-After`; null when it asked for none. */
  readonly retryAfterSeconds: number | null;
  /** The next attempt is not earlier, whatever the schedule says. */
  readonly notBefore?: Date;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** How long the attempt took, in milliseconds. */
  readonly ms: number;
  /** The first KiB of the response. */
  readonly responseExcerpt: string;
}

/** The fields common to all attempts without a response. */
export const unanswered = {
  kind: 'retryable',
  status: null,
  responseExcerpt: '',
  retryAfterSeconds: null,
} as const;
