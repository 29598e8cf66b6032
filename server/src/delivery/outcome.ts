/** One attempt to deliver an event. */
export interface Delivery {
  readonly url: string;
  /** `msg_…`, the same at each attempt. */
  readonly webhookId: string;
  /** The bytes that were fixed when the event was written. */
  readonly body: string;
  /** Signing secrets, `whsec_…`; two while they are changed. */
  readonly secrets: readonly string[];
}

/** What became of it. */
export interface Outcome {
  /** `gone`: the receiver wants nothing more (410). */
  readonly kind: 'delivered' | 'refused' | 'gone';
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** What went wrong, for whoever looks after the endpoint; null when nothing did. */
  readonly cause: string | null;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** The first KiB of the answer. */
  readonly answer: string;
  /** What the receiver asked for in `Retry-After`. */
  readonly retryAfterSeconds: number | null;
}

/** What all attempts have in common that had no answer. */
export const unanswered = { kind: 'refused', status: null, answer: '', retryAfterSeconds: null } as const;

/** Sends once. Whatever happens is an outcome; it rejects for a fault of accueil's own alone. */
export type Send = (delivery: Delivery) => Promise<Outcome>;
