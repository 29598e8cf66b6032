/** What every call takes. */
export interface CallOptions {
  /** Aborting it ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What calls that may be made in test mode take. */
export interface TestableOptions extends CallOptions {
  /** Everything happens, on an entry that counts nowhere and is deleted after 7 days. */
  readonly test?: boolean | undefined;
}

/** What a creation takes, and a partner's message. */
export interface CreationOptions extends TestableOptions {
  /**
   * Makes a repetition safe, for 30 days. The client makes one for each call; give your own when a call may be made
   * again later, such as by a job queue. At most 255 visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
  /** Fields that the interface does not name: kept with the entry and shown to staff. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** The header that makes the attempts of one call one creation. Throws a TypeError for a key that no header can hold. */
export function idempotencyHeader({ idempotencyKey = newIdempotencyKey() }: CreationOptions): {
  'Idempotency-Key': string;
} {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey: expected 1 to 255 visible ASCII characters');
  }
  return { 'Idempotency-Key': idempotencyKey };
}

/** 128 bits by chance. `crypto.randomUUID` is missing on pages without https. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
