import { entryKinds } from './enumerations.ts';
import { isObject } from './json.ts';
import type { ErasedEvent, WebhookEvent } from './messages.ts';
import {
  WebhookBodyInvalid,
  WebhookHeaderMissing,
  WebhookOutOfTime,
  WebhookSecretInvalid,
  WebhookSignatureWrong,
} from './webhook-errors.ts';

export type { ApplicationData, CommercialData, ErasedEvent, SurveyData, WebhookEvent } from './messages.ts';
export * from './webhook-errors.ts';

/** Request headers, as a `Headers` object or as in Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRequest {
  /** The raw bytes or text. A body that was parsed and serialised again does not match its signature. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** `whsec_…`; during a rotation, both the old and the new one. */
  readonly secrets: string | readonly string[];
  /** Maximum difference between the time of sending and `now`; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time by default. */
  readonly now?: Date | undefined;
}

/** An event whose signature was verified. */
export type VerifiedWebhook = WebhookEvent & {
  /** The same each time this event is sent: use it to ignore duplicates. */
  webhookId: string;
};

/**
 * Verifies the signature and the time of a webhook and returns its event. Throws the matching subclass of
 * {@link WebhookError}: respond with 401, or 400 for {@link WebhookBodyInvalid}, and accueil tries again. Throws a
 * TypeError when the receiver passes a parsed body.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const { body, headers, secrets, toleranceSeconds = 300, now = new Date() } = request;
  // Not `instanceof`, which fails for the replaced globals of test runners.
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new TypeError('body: expected the bytes or the text as they came, not what was parsed of them');
  }
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new WebhookSecretInvalid('There is no secret to check with');
  const webhookId = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${webhookId}.${timestamp}.`), bytes);
  if (!(await verifiesAny(keys, signatures, signed))) {
    throw new WebhookSignatureWrong('No signature fits: another secret, or another body');
  }
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - sentAt) <= toleranceSeconds)) {
    throw new WebhookOutOfTime(`Sent at ${timestamp}, too far from now`);
  }
  return { ...eventOf(bytes), webhookId };
}

/** Whether the data of the entry's person was erased, so that you have to delete what you hold of them. */
export function isErased<Event extends WebhookEvent>(event: Event): event is Event & ErasedEvent {
  return event.event === 'erased';
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const encoded = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = encoded === undefined ? undefined : bytesOf(encoded);
  if (bytes === undefined)
    throw new WebhookSecretInvalid('Expected a secret as it was shown: whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = isReader(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  // Some gateways pass each header as a list.
  const [value, ...more] = [found].flat();
  if (more.length > 0) throw new WebhookHeaderMissing(`${name} is there ${more.length + 1} times`);
  if (typeof value !== 'string' || value === '') throw new WebhookHeaderMissing(`${name} is missing`);
  return value;
}

function isReader(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** Returns the signatures of version `v1`. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((one) => {
    const [version, encoded = ''] = one.split(',');
    return version === 'v1' ? (bytesOf(encoded) ?? []) : [];
  });
}

/** `crypto.subtle.verify` compares in constant time. */
async function verifiesAny(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return (await Promise.all(checks)).includes(true);
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookBodyInvalid('The body is not JSON');
  }
  if (!isEvent(event)) throw new WebhookBodyInvalid('The body is not an event');
  return event;
}

/** Ignores unknown fields: more may be added later. */
function isEvent(event: unknown): event is WebhookEvent {
  if (!isObject(event) || typeof event.event !== 'string' || !Number.isInteger(event.sequence)) return false;
  if (typeof event.timestamp !== 'string' || typeof event.test !== 'boolean') return false;
  if (event.type === null) return event.data === null;
  return (
    entryKinds.some((kind) => kind === event.type) &&
    typeof event.customId === 'string' &&
    isObject(event.data) &&
    typeof event.data.id === 'number'
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
