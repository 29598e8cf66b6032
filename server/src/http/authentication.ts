import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Credentials, Partner } from '../access/credentials.ts';
import { type Clock, type MonotonicClock, parisDay } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { addressGroup } from './address.ts';
import { allowOrigin } from './cors.ts';
import { type Limiter, limiter, refuseFor, wrongGuesses } from './limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the main API; null on a route that a missing password may use. */
    caller: Caller | null;
    /** Who calls the orientation exchange. */
    partner: Partner | null;
  }
  interface FastifyContextConfig {
    /** The route takes a JSON body: no body at all is an error. */
    readsBody?: boolean;
  }
}

/** Routes on which a missing password may be accepted (`PASSWORD_OPTIONAL_ON`). */
export const optionalRoutes = ['groups', 'show', 'jobs'] as const;
export type OptionalRoute = (typeof optionalRoutes)[number];

export interface AuthenticationOptions {
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
  /** Creations a minute and address with a browser password. */
  readonly browserCreationsPerMinute: number;
  /** The same with a full password; 0 for no limit. */
  readonly fullCreationsPerMinute: number;
  /** Requests a minute with a partner's token; 0 for no limit. */
  readonly partnerRequestsPerMinute: number;
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The hooks that decide who may use a route, and set `request.caller` or `request.partner`. */
export interface Authentication {
  /** A creating route: any password, its limits counted; pages of its origins may read the answer, failures included. */
  readonly creating: Hook;
  /** Every other route of the main API: a full password. */
  reading(optional?: OptionalRoute): Hook;
  /** A route of the orientation exchange: the token of the partner in the path. */
  readonly partner: Hook;
}

const minuteMs = 60_000;

/** Authentication: credentials first (401, 429), then scope (403). docs/interface.md, « Who may call ». */
export function authentication(options: AuthenticationOptions): Authentication {
  const { credentials, clock, passwordOptionalOn } = options;
  const limits = { clock: options.monotonicClock };
  const guesses = limiter({ ...wrongGuesses, ...limits });
  const browserCreations = limiter({
    most: options.browserCreationsPerMinute,
    windowMs: minuteMs,
    ...limits,
  });
  const fullCreations = limiter({ most: options.fullCreationsPerMinute, windowMs: minuteMs, ...limits });
  const partnerRequests = limiter({ most: options.partnerRequestsPerMinute, windowMs: minuteMs, ...limits });

  async function callerOf(request: FastifyRequest, mayBeMissing: boolean): Promise<Caller | null> {
    const password = passwordIn(request);
    if (password === undefined) {
      if (mayBeMissing) return null;
      throw new RequestError('UNAUTHORIZED', 'password: expected as a query parameter');
    }
    const caller = await credentials.callerOf(password);
    if (caller === undefined) throw wrongGuess(request, guesses, 'password: not one that we know');
    const origin = request.headers.origin;
    if (caller.scope === 'browser' && caller.origins.length > 0 && !caller.origins.includes(origin ?? '')) {
      throw new RequestError('FORBIDDEN', 'Origin: this password may not be used from there');
    }
    return caller;
  }

  return {
    async creating(request, reply) {
      request.caller = await callerOf(request, false);
      const { scope, passwordId } = request.caller as Caller;
      allowOrigin(request, reply);
      if (scope === 'full' && options.fullCreationsPerMinute === 0) return;
      const counted = scope === 'full' ? fullCreations : browserCreations;
      refuseFor(
        counted.take(`${passwordId} ${addressGroup(request.ip)}`),
        'Too many entries from this address',
      );
    },
    reading(optional) {
      const mayBeMissing = optional !== undefined && passwordOptionalOn.has(optional);
      return async (request) => {
        request.caller = await callerOf(request, mayBeMissing);
        if (request.caller?.scope === 'browser') {
          throw new RequestError('FORBIDDEN', 'password: a browser password can only create entries');
        }
      };
    },
    async partner(request) {
      const { partner: slug } = request.params as { partner: string };
      const named = await credentials.partnerNamed(slug);
      if (named === undefined) throw new RequestError('NOTFOUND', 'path: no partner has this name');
      const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) {
        throw new RequestError('UNAUTHORIZED', 'Authorization: expected Bearer and a token');
      }
      const partner = await credentials.partnerOf(token, parisDay(clock()));
      if (partner === undefined)
        throw wrongGuess(request, guesses, 'Authorization: not a token that we know');
      if (partner.id !== named.id) {
        throw new RequestError('FORBIDDEN', 'Authorization: this token is for another partner');
      }
      if (options.partnerRequestsPerMinute > 0) {
        refuseFor(partnerRequests.take(String(partner.tokenId)), 'Too many requests with this token');
      }
      request.partner = partner;
    },
  };
}

function passwordIn(request: FastifyRequest): string | undefined {
  const { password } = request.query as { password?: string | string[] };
  if (Array.isArray(password)) throw new RequestError('INVALID', 'password: expected once');
  return password === '' ? undefined : password;
}

function wrongGuess(request: FastifyRequest, guesses: Limiter, message: string): RequestError {
  refuseFor(guesses.take(addressGroup(request.ip)), 'Too many wrong passwords or tokens from this address');
  return new RequestError('UNAUTHORIZED', message);
}
