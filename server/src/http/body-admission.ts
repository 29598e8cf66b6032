import { finished, PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { addressGroup } from './address.ts';
import { unavailable } from './errors.ts';
import { bodyLimitBytes, smallBodyBytes } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Makes room for another body, once this request has its answer. */
    releaseBody: (() => void) | null;
  }
}

/** How many bodies of a class are taken in at a time, from their first byte until the request has its answer. */
interface Bounds {
  /** The weight that may be in memory. */
  readonly capacity: number;
  /** How many bodies may wait, unread, in total and per address. */
  readonly maxWaiting: number;
  readonly maxWaitingPerAddress: number;
}

/** In bytes. Until it is stored, a body takes about five times its size. */
const mediumBounds: Bounds = { capacity: 16 * 1024 * 1024, maxWaiting: 128, maxWaitingPerAddress: 64 };
/** In bodies: one of 8 MiB takes about 25 MiB until it is stored. */
const largeBounds: Bounds = { capacity: 4, maxWaiting: 32, maxWaitingPerAddress: 8 };
/** How long a body may wait, and then how long it may take to arrive while others wait. */
const defaultTimeoutMs = 10_000;

/**
 * Bounds the bodies of 16 to 256 KiB that are read, parsed or waiting to be stored: 1,500 of them took 1.4 GB while another
 * process held the write lock. Smaller ones, which forms send, are never refused for the larger ones.
 */
export function admitMediumBodies(app: FastifyInstance): void {
  app.decorateRequest('releaseBody', null);
  const admit = openAdmission(mediumBounds, defaultTimeoutMs);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesOf(request);
    if (bytes <= smallBodyBytes || bytes > bodyLimitBytes) done(null, payload);
    else admit(bytes, request, reply, payload).then((admitted) => done(null, admitted), done);
  });
  // Not when the connection closes: a client could leave while its entry waits to be stored, and send the next one.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseBody?.();
    done(null, payload);
  });
}

/** Bounds the bodies over 256 KiB, which have a file, of one route. */
export function admitLargeBodies(timeoutMs = defaultTimeoutMs): preParsingAsyncHookHandler {
  const admit = openAdmission(largeBounds, timeoutMs);
  return async (request, reply, payload) =>
    bytesOf(request) > bodyLimitBytes ? admit(1, request, reply, payload) : payload;
}

/** Returns the bytes that a body may have; 0 when Fastify rejects it at once, for it exceeds the limit of its route. */
function bytesOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  const announced = headers['content-length'];
  if (announced === undefined) return headers['transfer-encoding'] === undefined ? 0 : bodyLimit;
  return Number(announced) <= bodyLimit ? Number(announced) : 0;
}

/** A body that is waiting to be read, or in memory. */
interface Body {
  readonly address: string;
  readonly weight: number;
  readonly admit: () => void;
  readonly arriving: PassThrough;
  isSlow: boolean;
}

/**
 * Returns a function that resolves once there is room for a body. Those that find no room wait, unread, and get 503 with
 * `Retry-After` after a timeout. A body that is still arriving after ten seconds is dropped when another one waits, so that
 * slow senders can't block the rest.
 */
function openAdmission({ capacity, maxWaiting, maxWaitingPerAddress }: Bounds, timeoutMs: number) {
  const waiting = new Set<Body>();
  const inMemory = new Set<Body>();
  let weightInMemory = 0;
  const weightByAddress = new Map<string, number>();
  const weightOf = (address: string) => weightByAddress.get(address) ?? 0;

  function add(body: Body, weight: number): void {
    weightInMemory += weight;
    const ofAddress = weightOf(body.address) + weight;
    if (ofAddress > 0) weightByAddress.set(body.address, ofAddress);
    else weightByAddress.delete(body.address);
  }

  function remove(body: Body): void {
    if (inMemory.delete(body)) add(body, -body.weight);
  }

  function dropSlow(): void {
    for (const body of inMemory) {
      if (!body.isSlow || body.arriving.readableEnded) continue;
      remove(body);
      body.arriving.destroy(busy());
      return;
    }
  }

  /** The first body of the address with the least in memory, so that one sender can't crowd out the others. */
  function nextWaiting(): Body | undefined {
    let next: Body | undefined;
    for (const body of waiting) {
      if (next === undefined || weightOf(body.address) < weightOf(next.address)) next = body;
    }
    return next;
  }

  function admitNext(): void {
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      if (weightInMemory + next.weight > capacity) dropSlow();
      if (weightInMemory + next.weight > capacity) return;
      waiting.delete(next);
      inMemory.add(next);
      add(next, next.weight);
      next.admit();
    }
  }

  return async (
    weight: number,
    request: FastifyRequest,
    reply: { readonly raw: NodeJS.WritableStream },
    payload: NodeJS.ReadableStream,
  ): Promise<PassThrough> => {
    const address = addressGroup(request.ip);
    const ofAddress = [...waiting].filter((body) => body.address === address).length;
    if (waiting.size >= maxWaiting || ofAddress >= maxWaitingPerAddress) throw busy();
    const turn = Promise.withResolvers<void>();
    const arriving = new PassThrough();
    const body: Body = { address, weight, admit: turn.resolve, arriving, isSlow: false };
    let timer = setTimeout(() => turn.reject(busy()), timeoutMs);
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(body);
      turn.reject(busy());
    };
    finished(reply.raw, leave);
    request.releaseBody = () => {
      leave();
      remove(body);
      admitNext();
    };
    waiting.add(body);
    admitNext();
    await turn.promise;
    clearTimeout(timer);
    timer = setTimeout(() => {
      body.isSlow = true;
      admitNext();
    }, timeoutMs);
    return payload.on('error', (error: Error) => arriving.destroy(error)).pipe(arriving);
  };
}

const busy = () => unavailable('body: too many large ones at the moment: please try again');
