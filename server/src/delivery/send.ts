import { lookup as systemLookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { addressGuard, type Lookup } from './address-guard.ts';
import { openAgent } from './agent.ts';
import { causeOfError, causeOfStatus, stoppedCause } from './cause.ts';
import { type Answer, exchange } from './exchange.ts';
import { keptAnswer } from './kept-answer.ts';
import { type Delivery, type Outcome, type Send, unanswered } from './outcome.ts';
import { readRetryAfter } from './schedule.ts';
import { type SignatureHeaders, signatureHeaders } from './sign.ts';

export interface Sender {
  readonly send: Send;
  /** Breaks off what is still on its way, each with an outcome, and closes all connections. */
  close(): Promise<void>;
}

/** How long a receiver may take, in milliseconds. */
export interface SendLimits {
  /** Look-up, TCP and TLS. */
  readonly connectMs: number;
  /** From the look-up to the end of the answer. */
  readonly exchangeMs: number;
}

export interface SenderOptions {
  /** The setting `WEBHOOK_ALLOW`: addresses and CIDRs. */
  readonly allow: readonly string[];
  readonly clock: Clock;
  readonly limits?: SendLimits;
  readonly lookup?: Lookup;
}

/** Addresses that are remembered: more than any service has endpoints. */
const mostReceivers = 1_000;

const usualLimits: SendLimits = { connectMs: 5_000, exchangeMs: 20_000 };

/** Opens what sends webhooks: one for a process, because it keeps connections. */
export function openSender({
  allow,
  clock,
  limits = usualLimits,
  lookup = systemLookup,
}: SenderOptions): Sender {
  const guard = addressGuard(allow, lookup);
  const agent = openAgent(guard, limits.connectMs);
  let closed = false;
  /** By address: what is sent to it is judged alike. */
  const receivers = new LRUCache<string, URL | string>({ max: mostReceivers });

  /** The address parsed, or why nothing may be sent to it. */
  function receiverAt(text: string): URL | string {
    let receiver = receivers.get(text);
    if (receiver === undefined) {
      receiver = guard.refusalOfUrl(text) ?? new URL(text);
      receivers.set(text, receiver);
    }
    return receiver;
  }

  async function send(delivery: Delivery): Promise<Outcome> {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const receiver = receiverAt(delivery.url);
    if (typeof receiver === 'string') return { ...unanswered, cause: receiver, ms: ms() };
    const body = Buffer.from(delivery.body);
    let signature: SignatureHeaders;
    try {
      signature = signatureHeaders({ ...delivery, body }, clock());
    } catch {
      return { ...unanswered, cause: 'The signing secret of the endpoint is not usable', ms: ms() };
    }
    const headers = { 'content-type': 'application/json', 'user-agent': 'accueil', ...signature };
    if (closed) return { ...unanswered, cause: stoppedCause, ms: ms() };
    const post = { url: receiver, headers, body };
    const answer = await exchange(agent, post, limits.exchangeMs);
    return outcomeOf(answer, ms(), clock());
  }

  async function close(): Promise<void> {
    closed = true;
    await agent.destroy();
  }

  return { send, close };
}

/** An answer that is not complete is a failure whatever its status: what is behind it may have broken half-way. */
function outcomeOf({ status, error, bytes, retryAfter }: Answer, ms: number, now: Date): Outcome {
  const answer = keptAnswer(bytes);
  if (error !== null) return { ...unanswered, status, cause: causeOfError(error), ms, answer };
  if (status === null) return { ...unanswered, cause: 'There was no answer', ms };
  const cause = causeOfStatus(status);
  if (cause === null) return { kind: 'delivered', status, cause, ms, answer, retryAfterSeconds: null };
  const retryAfterSeconds = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return { kind: status === 410 ? 'gone' : 'refused', status, cause, ms, answer, retryAfterSeconds };
}
