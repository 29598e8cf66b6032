/** Options of every call. */
export interface CallOptions {
  /** Aborting it ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of calls that can be made in test mode. */
export interface TestableOptions extends CallOptions {
  /** Test mode: everything happens as usual, but the entry is counted nowhere and is deleted after 7 days. */
  readonly test?: boolean | undefined;
}

/** Options of creations and of a partner's messages. */
export interface CreationOptions extends TestableOptions {
  /**
   * Makes it safe to repeat the call within 30 days. By default the client generates one for each call; give your own when
   * the call may be repeated later, for example by a job queue. At most 255 visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
  /** Additional fields, which are kept with the entry and shown to staff. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the header that makes repeated attempts create one entry. Throws a TypeError for an invalid key. */
export function idempotencyHeader({ idempotencyKey = newIdempotencyKey() }: CreationOptions): {
  'Idempotency-Key': string;
} {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey: expected 1 to 255 visible ASCII characters');
  }
  return { 'Idempotency-Key': idempotencyKey };
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without https. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
