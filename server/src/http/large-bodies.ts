import { finished, PassThrough } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { addressGroup } from './address.ts';
import { retryAfterSeconds } from './errors.ts';
import { bodyLimitBytes } from './json-body.ts';

/** Bodies over 256 KiB that are in memory at a time: one of 8 MiB takes some 25 MiB until it is stored. */
const mostAtOnce = 4;
/** How many wait, in all and of one address. */
const mostWaiting = 32;
const mostWaitingOfOne = 8;
/** How long a body waits at most, and how long it may take to arrive while others wait. */
const longestPatienceMs = 10_000;

/** A large body that waits to be read, or is in memory. */
interface LargeBody {
  readonly from: string;
  readonly admit: () => void;
  readonly arriving: PassThrough;
  isSlow: boolean;
}

/**
 * Reads few large bodies at a time; the others wait briefly, unread, or are 503 with `Retry-After`. Whoever sends slowly
 * gives way to the next after ten seconds, so that nobody keeps the others out.
 */
export function admitLargeBodies(patienceMs = longestPatienceMs): preParsingAsyncHookHandler {
  const inMemory = new Set<LargeBody>();
  const waiting = new Set<LargeBody>();

  function admitNext(): void {
    const slow = [...inMemory].find((body) => body.isSlow && !body.arriving.readableEnded);
    if (waiting.size > 0 && inMemory.size >= mostAtOnce && slow !== undefined) {
      inMemory.delete(slow);
      slow.arriving.destroy(busy());
    }
    while (waiting.size > 0 && inMemory.size < mostAtOnce) {
      // The first of the address that has the fewest: one that sends many does not come before all others.
      const [next] = [...waiting].sort((a, b) => count(inMemory, a.from) - count(inMemory, b.from));
      if (next === undefined) return;
      waiting.delete(next);
      inMemory.add(next);
      next.admit();
    }
  }

  return async (request, reply, payload) => {
    if (!mayBeLarge(request)) return payload;
    const from = addressGroup(request.ip);
    if (waiting.size >= mostWaiting || count(waiting, from) >= mostWaitingOfOne) throw busy();
    const turn = Promise.withResolvers<void>();
    const arriving = new PassThrough();
    const body: LargeBody = { from, admit: turn.resolve, arriving, isSlow: false };
    waiting.add(body);
    let timer = setTimeout(() => turn.reject(busy()), patienceMs);
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
    }, patienceMs);
    return payload.on('error', (error) => arriving.destroy(error)).pipe(arriving);
  };
}

function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  if (announced === undefined) return headers['transfer-encoding'] !== undefined;
  // One over the route's limit is refused at once.
  return Number(announced) > bodyLimitBytes && Number(announced) <= routeOptions.bodyLimit;
}

function count(bodies: ReadonlySet<LargeBody>, from: string): number {
  return [...bodies].filter((body) => body.from === from).length;
}

function busy(): RequestError {
  return new RequestError('UNAVAILABLE', 'body: too many large ones at the moment: please try again', {
    'retry-after': String(retryAfterSeconds),
  });
}
