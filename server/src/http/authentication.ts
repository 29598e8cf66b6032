import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Credentials, Partner } from '../access/credentials.ts';
import type { LastUses } from '../access/last-uses.ts';
import { type Clock, type MonotonicClock, minuteMs, parisDay } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { addressGroup } from './address.ts';
import { allowOrigin } from './cors.ts';
import { type Limiter, limiter, throwIfLimited, wrongGuesses } from './limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller of the main API; null when the password is missing on a route that allows it. */
    caller: Caller | null;
    /** Caller of the orientation exchange. */
    partner: Partner | null;
  }
  interface FastifyContextConfig {
    /** Whether the route requires a JSON body. */
    readsBody?: boolean;
  }
}

/** Routes on which a missing password may be accepted (`PASSWORD_OPTIONAL_ON`). */
export const optionalRoutes = ['groups', 'show', 'jobs'] as const;
export type OptionalRoute = (typeof optionalRoutes)[number];

interface AuthenticationOptions {
  readonly credentials: Credentials;
  readonly lastUses: Pick<LastUses, 'note'>;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
  /** Limit of creations per minute, address and browser password. */
  readonly browserCreationsPerMinute: number;
  /** Limit of creations per minute, address and full password; 0 for no limit. */
  readonly fullCreationsPerMinute: number;
  /** Limit of requests per minute and partner token; 0 for no limit. */
  readonly partnerRequestsPerMinute: number;
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Hooks that authorise a request and set `request.caller` or `request.partner`. */
export interface Authentication {
  /**
   * Routes that create entries: any password, rate-limited. Pages of its origins may read the response, errors included.
   */
  readonly creating: Hook;
  /** All other routes of the main API: a full password. */
  reading(optional?: OptionalRoute): Hook;
  /** Routes of the orientation exchange: the token of the partner in the path. */
  readonly partner: Hook;
}

/** Checks credentials first (401, 429), then scope (403): docs/interface.md, « Who may call ». */
export function authentication(options: AuthenticationOptions): Authentication {
  const { credentials, lastUses, clock, passwordOptionalOn } = options;
  const limits = { clock: options.monotonicClock };
  const guesses = limiter({ ...wrongGuesses, ...limits });
  const browserCreations = limiter({
    max: options.browserCreationsPerMinute,
    windowMs: minuteMs,
    ...limits,
  });
  const fullCreations = limiter({ max: options.fullCreationsPerMinute, windowMs: minuteMs, ...limits });
  const partnerRequests = limiter({ max: options.partnerRequestsPerMinute, windowMs: minuteMs, ...limits });

  async function requireCaller(request: FastifyRequest): Promise<Caller> {
    const password = passwordIn(request);
    if (password === undefined)
      throw new RequestError('UNAUTHORIZED', 'password: expected as a query parameter');
    const caller = await credentials.callerOf(password);
    if (caller === undefined) throw wrongCredential(request, guesses, 'password: not one that we know');
    lastUses.note('passwords', caller.passwordId);
    const origin = request.headers.origin;
    if (caller.scope === 'browser' && caller.origins.length > 0 && !caller.origins.includes(origin ?? '')) {
      throw new RequestError('FORBIDDEN', 'Origin: this password may not be used from there');
    }
    return caller;
  }

  return {
    async creating(request, reply) {
      const caller = await requireCaller(request);
      const { scope, passwordId } = caller;
      request.caller = caller;
      if (scope === 'browser') allowOrigin(request, reply);
      if (scope === 'full' && options.fullCreationsPerMinute === 0) return;
      const limit = scope === 'full' ? fullCreations : browserCreations;
      throwIfLimited(
        limit.take(`${passwordId} ${addressGroup(request.ip)}`),
        'Too many entries from this address',
      );
    },
    reading(optional) {
      const isOptional = optional !== undefined && passwordOptionalOn.has(optional);
      return async (request) => {
        if (isOptional && passwordIn(request) === undefined) return;
        request.caller = await requireCaller(request);
        if (request.caller.scope === 'browser') {
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
        throw wrongCredential(request, guesses, 'Authorization: not a token that we know');
      lastUses.note('tokens', partner.tokenId);
      if (partner.id !== named.id) {
        throw new RequestError('FORBIDDEN', 'Authorization: this token is for another partner');
      }
      if (options.partnerRequestsPerMinute > 0) {
        throwIfLimited(partnerRequests.take(String(partner.tokenId)), 'Too many requests with this token');
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

function wrongCredential(request: FastifyRequest, guesses: Limiter, message: string): RequestError {
  throwIfLimited(
    guesses.take(addressGroup(request.ip)),
    'Too many wrong passwords or tokens from this address',
  );
  return new RequestError('UNAUTHORIZED', message);
}
