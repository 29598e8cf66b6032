import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/audit.ts';
import { HashingBusy } from '../access/hashing.ts';
import { type Reach, type Right, reachOf } from '../access/roles.ts';
import { csrfTokenOf, type DeskUser, maxHours, readSession, touchSession } from '../access/sessions.ts';
import type { Clock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import type { Secrets } from '../secrets.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import { addressGroup } from './address.ts';
import type { DeskActor } from './desk-route.ts';
import { nothingThere, retryAfterSeconds, sendFailure } from './errors.ts';
import { recentKeys } from './recent-keys.ts';

/** How many requests with one key have their turn at a time: a page sends more, which then wait for milliseconds. */
const maxRunning = 4;
/** How many may wait. No page sends as many. */
const maxWaiting = 100;

interface Requests {
  running: number;
  /** Each begins a request that waits. */
  readonly waiting: (() => void)[];
}

/** Makes requests with the same key wait for each other, so that those with other keys wait for no more than a few of them. */
function openTurns() {
  const byKey = new Map<string, Requests>();

  /**
   * Does some work for a request when it is its turn. Rejects with 429 when too many with its key wait. The turn ends when the
   * work is done and, if a response is given, that one has been sent: it may be a stream. Work goes on when the client leaves.
   */
  return async <T>(key: string, work: () => T | Promise<T>, response?: ServerResponse): Promise<T> => {
    const requests = byKey.get(key) ?? { running: 0, waiting: [] };
    byKey.set(key, requests);
    if (requests.running < maxRunning) requests.running++;
    else if (requests.waiting.length >= maxWaiting) throw tooMany();
    else await new Promise<void>((begin) => requests.waiting.push(begin));
    // Before the work, which may end after the response: that of a stream does.
    const isSent = response && new Promise((sent) => finished(response, sent));
    try {
      return await work();
    } finally {
      if (isSent === undefined) endTurn();
      else void isSent.then(endTurn);
    }

    function endTurn(): void {
      const next = requests.waiting.shift();
      if (next !== undefined) next();
      else if (--requests.running === 0) byKey.delete(key);
    }
  };
}

const tooMany = () =>
  new RequestError('RATELIMIT', `Too many of your requests wait: try again in ${retryAfterSeconds} seconds`, {
    'retry-after': String(retryAfterSeconds),
  });

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, on a route of the desk. */
    deskUser: DeskUser | null;
  }
  interface FastifyContextConfig {
    /** Who may use a route of the desk: anybody, any signed-in user, or users with this right at some residence. */
    desk?: DeskRight;
    /** Pages poll this route, which must not extend the session. */
    askedByPages?: true;
    /** Its responses never end: they take no turn of their user's. */
    staysOpen?: true;
  }
}

type DeskRight = 'anybody' | 'signed-in' | Right;

interface DeskAccessOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

/** The cookie that holds a session's token. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const csrfHeader = 'x-csrf-token';
const awayHeader = 'x-user-away';

/**
 * Guards the routes of a scope. Every route must declare in its config who may use it, or registering it throws. Requests
 * that change something must also come from our own pages: checked by origin and, once signed in, by the session's CSRF
 * token.
 */
export async function guardDesk(scope: FastifyInstance, options: DeskAccessOptions): Promise<SessionCookie> {
  const { database, secrets, clock } = options;
  await scope.register(cookie);
  const sessionCookie = cookieOf(options.publicUrl());
  scope.decorateRequest('deskUser', null);
  const handledInTurn = openTurns();
  const readInTurn = openTurns();
  /** Tokens of sessions. Those that may be made up share the turns of their address. */
  const knownTokens = recentKeys<{ readonly isKnown: true }>();
  scope.addHook('onRoute', (route) => {
    const { method, url, config, handler } = route;
    if (config?.desk === undefined) throw new Error(`${method} ${url} does not say who may use it`);
    if (config.desk === 'anybody' || config.staysOpen === true) return;
    route.handler = function (request, reply) {
      const handle = () => handler.call(this, request, reply);
      return handledInTurn(String(signedIn(request).id), handle, reply.raw);
    };
  });
  scope.addHook('onRequest', async (request) => {
    const { desk: right, askedByPages } = request.routeOptions.config;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    // Reads are checked too, as some have effects: downloads are audited, and exported conversions count as served.
    if (isForeign(request, options.publicUrl()) || (changes && !statesOrigin(request)))
      throw new RequestError('FORBIDDEN', 'Origin: expected a request from the pages of this service');
    if (right === undefined || right === 'anybody') return;

    const token = sessionCookie.read(request);
    const now = clock();
    const session =
      token === undefined
        ? undefined
        : await readInTurn(knownTokens.has(token) ? token : addressGroup(request.ip), () =>
            readSession(database.read, { secrets, now }, token),
          );
    if (token === undefined || session === undefined)
      throw new RequestError('UNAUTHORIZED', 'Cookie: expected that of a session; please sign in');
    if (changes && !isSame(request.headers[csrfHeader], csrfTokenOf(secrets, token)))
      throw new RequestError('FORBIDDEN', 'X-CSRF-Token: expected the one of this session');
    knownTokens.set(token, { isKnown: true });
    request.deskUser = session.user;
    if (right !== 'signed-in') {
      const reach = reachOf(session.user.grants, right);
      // Users without this right are not told that such routes exist.
      if (right === 'privacy' && reach !== 'everywhere') throw nothingThere();
      if (reach !== 'everywhere' && reach.size === 0)
        throw new RequestError('FORBIDDEN', 'user: no role that you have allows this');
    }
    // A session must end although its open page keeps sending requests.
    const isAutomatic = askedByPages === true || request.headers[awayHeader] !== undefined;
    if (session.needsTouch && !isAutomatic) await database.write(touchSession, token, now);
  });
  scope.setErrorHandler((error, request, reply) => sendFailure(userErrorOf(error), request, reply));
  return sessionCookie;
}

/** Maps errors of the desk to the errors that its users see. */
function userErrorOf(error: unknown): unknown {
  if (error instanceof HashingBusy)
    return new RequestError('RATELIMIT', 'Too many passwords are being checked: try again in a second', {
      'retry-after': '1',
    });
  if (error instanceof UniqueViolation)
    return new RequestError('CONFLICT', 'Somebody else has just added the same: please look again');
  return error;
}

/** The signed-in user; throws on a route that is open to anybody. */
export function signedIn(request: FastifyRequest): DeskUser {
  if (request.deskUser === null) throw new Error('This route of the desk is open to anybody');
  return request.deskUser;
}

/** The residences at which the signed-in user has a right. */
export function reachFor(request: FastifyRequest, right: Right): Reach {
  return reachOf(signedIn(request).grants, right);
}

export function actorOf(request: FastifyRequest): Actor {
  const { id, email } = signedIn(request);
  return { userId: id, author: email, address: request.ip };
}

/** The signed-in user, as data for an operation. */
export function deskActorOf(request: FastifyRequest): DeskActor {
  const { id: userId, email: author, name, grants } = signedIn(request);
  return { userId, author, address: request.ip, name, grants };
}

// A `__Host-` cookie can't be set by another subdomain nor sent in clear, but it requires https.
function cookieOf(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-accueil' : 'accueil';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    read: (request) => request.cookies[name],
    set(reply, token) {
      reply.setCookie(name, token, { ...attributes, maxAge: maxHours * 60 * 60 });
    },
    clear(reply) {
      reply.clearCookie(name, attributes);
    },
  };
}

/** Whether the request has the headers by which browsers state its origin: pages can't forge them. */
function statesOrigin({ headers: { 'sec-fetch-site': site, origin } }: FastifyRequest): boolean {
  return (site !== undefined || origin !== undefined) && site !== 'none';
}

/**
 * Whether the browser says that the request comes from another site. `none` means a URL typed by the user. Without these
 * headers, the client is not a browser or too old a one.
 */
function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  // Without https, `PUBLIC_URL` may be one of several names. `X-Forwarded-Host` is not used: callers can forge it.
  return publicUrl.startsWith('https:') || !URL.canParse(origin) || new URL(origin).host !== host;
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}
