import { lookup as systemLookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import type { Clock } from '../clock.ts';
import { type Outcome, unanswered } from '../outbox/outcome.ts';
import { AddressRefused, addressGuard, type Lookup } from './address-guard.ts';
import { exchange, type ReceivedResponse } from './exchange.ts';
import { reasonOfError, reasonOfStatus, SenderStopped, stoppedReason } from './failure-reason.ts';
import { readRetryAfter } from './schedule.ts';
import { type SignatureHeaders, signatureHeaders } from './sign.ts';

const maxBytes = 1024;

/**
 * The first KiB of a response as text. Invalid UTF-8, and control characters, which are harmful in a database or a
 * terminal, become U+FFFD. The text is under the receiver's control: escape it where it is shown.
 */
function responseExcerpt(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return '';
  const text = firstKib(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
  // U+FFFD takes three bytes and may replace a single one.
  return firstKib(Buffer.from(text));
}

/** Drops a character cut in two by the limit. */
function firstKib(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

export interface WebhookAttempt {
  readonly url: string;
  /** `msg_…`, the same at each attempt. */
  readonly webhookId: string;
  /** The bytes fixed when the event was written. */
  readonly body: string;
  /** Signing secrets, `whsec_…`; two during a rotation. */
  readonly secrets: readonly string[];
  /** A header that the receiver asks for. */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
}

/** Makes one attempt. Failures are outcomes: it rejects only for a bug in accueil. */
export type SendWebhook = (attempt: WebhookAttempt) => Promise<Outcome>;

/** Posts a body to an address that the guard allows, once. Never rejects. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
) => Promise<ReceivedResponse>;

export interface WebhookSender {
  readonly send: SendWebhook;
  /** For what is no webhook. */
  readonly post: Post;
  /** Aborts attempts in progress, each with an outcome, and closes all connections. */
  close(): Promise<void>;
}

/** How long a receiver may take, in milliseconds. */
interface SendLimits {
  /** DNS, TCP and TLS. */
  readonly connectMs: number;
  /** From the DNS lookup to the end of the response. */
  readonly exchangeMs: number;
}

export interface SenderOptions {
  /** The setting `WEBHOOK_ALLOW`: addresses and CIDRs. */
  readonly allow: readonly string[];
  readonly clock: Clock;
  readonly limits?: SendLimits;
  readonly lookup?: Lookup;
}

/** Cached addresses: more than any installation has endpoints. */
const maxReceivers = 1_000;

const defaultLimits: SendLimits = { connectMs: 5_000, exchangeMs: 20_000 };

/** Opens the sender of webhooks: one per process, because it pools connections. */
export function openSender({
  allow,
  clock,
  limits = defaultLimits,
  lookup = systemLookup,
}: SenderOptions): WebhookSender {
  const guard = addressGuard(allow, lookup);
  let agent: Agent | undefined;
  let closed = false;
  /** Keyed by address: the guard's verdict depends on nothing else. */
  const receivers = new LRUCache<string, URL | string>({ max: maxReceivers });

  /** The parsed address, or why nothing may be sent to it. */
  function receiverAt(text: string): URL | string {
    let receiver = receivers.get(text);
    if (receiver === undefined) {
      receiver = guard.refusalOfUrl(text) ?? new URL(text);
      receivers.set(text, receiver);
    }
    return receiver;
  }

  /** undici takes 9 MB: it is loaded with the first webhook, and again when that has failed. */
  async function openedAgent(): Promise<Agent> {
    const { openAgent } = await import('./agent.ts');
    agent ??= openAgent(guard, limits.connectMs);
    return agent;
  }

  async function send(attempt: WebhookAttempt): Promise<Outcome> {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const body = Buffer.from(attempt.body);
    let signature: SignatureHeaders;
    try {
      signature = signatureHeaders({ ...attempt, body }, clock());
    } catch {
      return {
        ...unanswered,
        failureReason: 'The signing secret of the endpoint is not usable',
        ms: ms(),
      };
    }
    const { header } = attempt;
    const own = header && { [header.name]: header.value };
    const headers = { 'content-type': 'application/json', 'user-agent': 'accueil', ...own, ...signature };
    return outcomeOf(await post(attempt.url, headers, body), ms(), clock());
  }

  async function post(...[url, headers, body]: Parameters<Post>): Promise<ReceivedResponse> {
    const receiver = receiverAt(url);
    const notSent = { status: null, retryAfter: null, bytes: Buffer.alloc(0), isBegun: false };
    if (typeof receiver === 'string') return { ...notSent, error: new AddressRefused(receiver) };
    const dispatcher = await openedAgent();
    if (closed) return { ...notSent, error: new SenderStopped(stoppedReason) };
    return exchange(dispatcher, { url: receiver, headers, body }, limits.exchangeMs);
  }

  async function close(): Promise<void> {
    closed = true;
    await agent?.destroy();
  }

  return { send, post, close };
}

/** An incomplete response is a failure whatever its status: the receiver may have crashed half-way. */
function outcomeOf({ status, error, bytes, retryAfter }: ReceivedResponse, ms: number, now: Date): Outcome {
  const response = { status, ms, responseExcerpt: responseExcerpt(bytes) };
  if (error !== null) return { ...unanswered, ...response, failureReason: reasonOfError(error) };
  if (status === null) return { ...unanswered, failureReason: 'There was no answer', ms };
  const failureReason = reasonOfStatus(status);
  if (failureReason === null)
    return { ...response, kind: 'delivered', failureReason, retryAfterSeconds: null };
  const retryAfterSeconds = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return { ...response, kind: status === 410 ? 'gone' : 'retryable', failureReason, retryAfterSeconds };
}
