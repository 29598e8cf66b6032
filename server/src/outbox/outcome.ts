/** What became of one attempt. */
export interface Outcome {
  /**
   * `retryable`: it may succeed another time. `rejected`: it never will. `gone`: the endpoint wants nothing more (410),
   * its events wait.
   */
  readonly kind: 'delivered' | 'retryable' | 'rejected' | 'gone';
  /** What went wrong, in words that hold nothing of the message; null when nothing did. */
  readonly failureReason: string | null;
  /** What the receiver asked for in `Retry-After`; null when it did not. */
  readonly retryAfterSeconds: number | null;
  /** The HTTP status; null when there was none. */
  readonly status: number | null;
  /** How long the attempt took, in milliseconds. */
  readonly ms: number;
  /** The first KiB of the response. */
  readonly responseExcerpt: string;
}

/** What all attempts without a response have in common. */
export const unanswered = {
  kind: 'retryable',
  status: null,
  responseExcerpt: '',
  retryAfterSeconds: null,
} as const;
