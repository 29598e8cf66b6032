import { finished, PassThrough } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { addressGroup } from './address.ts';
import { unavailable } from './errors.ts';
import { bodyLimitBytes } from './json-body.ts';

/** How many bodies over 256 KiB are in memory at a time: one of 8 MiB takes about 25 MiB until it is stored. */
const maxInMemory = 4;
/** How many may wait, in total and per address. */
const maxWaiting = 32;
const maxWaitingPerAddress = 8;
/** How long a body may wait, and then how long it may take to arrive while others wait. */
const defaultTimeoutMs = 10_000;

/** A large body that is waiting to be read, or in memory. */
interface LargeBody {
  readonly address: string;
  readonly admit: () => void;
  readonly arriving: PassThrough;
  isSlow: boolean;
}

/**
 * Limits how many large bodies are read at a time. The others wait, unread, and get 503 with `Retry-After` after a timeout.
 * A body that is still arriving after ten seconds is dropped when another one waits, so that slow senders can't block the
 * rest.
 */
export function admitLargeBodies(timeoutMs = defaultTimeoutMs): preParsingAsyncHookHandler {
  const inMemory = new Set<LargeBody>();
  const waiting = new Set<LargeBody>();

  function admitNext(): void {
    const slow = [...inMemory].find((body) => body.isSlow && !body.arriving.readableEnded);
    if (waiting.size > 0 && inMemory.size >= maxInMemory && slow !== undefined) {
      inMemory.delete(slow);
      slow.arriving.destroy(busy());
    }
    while (waiting.size > 0 && inMemory.size < maxInMemory) {
      // Take the first body of the address with the fewest in memory, so that one sender can't crowd out the others.
      const [next] = [...waiting].sort((a, b) => count(inMemory, a.address) - count(inMemory, b.address));
      if (next === undefined) return;
      waiting.delete(next);
      inMemory.add(next);
      next.admit();
    }
  }

  return async (request, reply, payload) => {
    if (!mayBeLarge(request)) return payload;
    const address = addressGroup(request.ip);
    if (waiting.size >= maxWaiting || count(waiting, address) >= maxWaitingPerAddress) throw busy();
    const turn = Promise.withResolvers<void>();
    const arriving = new PassThrough();
    const body: LargeBody = { address, admit: turn.resolve, arriving, isSlow: false };
    waiting.add(body);
    let timer = setTimeout(() => turn.reject(busy()), timeoutMs);
    finished(reply.raw, () => {
      clearTimeout(timer);
      turn.reject(busy());
      waiting.delete(body);
      inMemory.delete(body);
      admitNext();
    });
    admitNext();
    await turn.promise;
    clearTimeout(timer);
    timer = setTimeout(() => {
      body.isSlow = true;
      admitNext();
    }, timeoutMs);
    return payload.on('error', (error) => arriving.destroy(error)).pipe(arriving);
  };
}

function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  if (announced === undefined) return headers['transfer-encoding'] !== undefined;
  // A body over the route's limit is rejected at once by Fastify.
  return Number(announced) > bodyLimitBytes && Number(announced) <= routeOptions.bodyLimit;
}

function count(bodies: ReadonlySet<LargeBody>, address: string): number {
  return [...bodies].filter((body) => body.address === address).length;
}

const busy = () => unavailable('body: too many large ones at the moment: please try again');
