import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { loggableError } from '../store/loggable-error.ts';

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard output by default. */
  readonly stream?: { write(line: string): void };
}

/** Structured logs, one JSON object a line. An address is never logged whole: its query holds a password. */
export function loggerOptions({
  level,
  stream,
}: LogOptions): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    ...(stream !== undefined && { stream }),
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url,
        ip: request.ip,
      }),
      // The default one writes every property of an error, PostgreSQL's `detail` among them.
      err: (error: unknown) => ({ ...loggableError(error) }),
    },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.secret', 'req.headers'], remove: true },
  };
}

/** The same log for a process that answers no requests. */
export function openLog(options: LogOptions): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(options) }).log;
}

/**
 * The same log for lines that come in crowds and whose fields are all known: to look through each for what must not be
 * logged takes four times as long as to write it.
 */
export function plainLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}

/**
 * One line for each answer: refusals and failures at `info`, the rest at `debug`.
 * What was accepted stands in the database itself.
 */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 400 ? 'info' : 'debug';
    if (level === 'info' || app.log.level === 'debug' || app.log.level === 'trace') {
      request.log[level](
        {
          reqId: request.id,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip,
          caller: request.caller?.id,
          partner: request.partner?.slug,
        },
        'answered',
      );
    }
    done();
  });
}

/**
 * Warns, once an hour, that somebody sends `X-Forwarded-For` whom `TRUSTED_PROXIES` does not name. `note` is told of
 * the peer then.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, note: (peer: string) => Promise<void>): void {
  let silentUntil = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isUntrusted(request)) {
      const now = performance.now();
      if (now >= silentUntil) {
        silentUntil = now + 3_600_000;
        const peer = request.socket.remoteAddress ?? '';
        note(peer).catch((error: Error) =>
          request.log.debug({ reqId: request.id, cause: error.message }, 'the peer is not noted'),
        );
        request.log.warn(
          { reqId: request.id, peer },
          'a peer sends X-Forwarded-For but is not in TRUSTED_PROXIES: its callers all count as one address',
        );
      }
    }
    done();
  });
}

function isUntrusted(request: FastifyRequest): boolean {
  // Fastify lists the peer, and after it whom trusted peers have named.
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2;
}
