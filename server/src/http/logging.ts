import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Database } from '../store/database.ts';
import { loggableError } from '../store/loggable-error.ts';

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard output by default. */
  readonly stream?: { write(line: string): void };
}

/** Structured logs, one JSON object per line. URLs are never logged: their query contains a password. */
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
      // The default serializer writes every property of an error, including PostgreSQL's `detail` with the values of a row.
      err: (error: unknown) => ({ ...loggableError(error) }),
    },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.secret', 'req.headers'], remove: true },
  };
}

/** Opens the same log for a process without an HTTP server. */
export function openLog(options: LogOptions): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(options) }).log;
}

/**
 * Writes each line of the audit trail to the log too, whatever the log's level: outside the database it can be kept where nobody
 * who uses the service can shorten it.
 */
export function logAuditTrail(log: FastifyBaseLogger, database: Pick<Database, 'observeLog'>): void {
  const own = log.child({}, { level: 'info' });
  database.observeLog((audit) => own.info({ audit }, 'audit'));
}

/**
 * Returns the log without redaction, for frequent lines whose fields are all known: searching a line for secrets takes four
 * times as long as writing it.
 */
export function plainLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}

/**
 * Logs one line per response: errors at `info`, the rest at `debug`, because accepted entries are in the database anyway.
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
 * Warns at most once an hour that a peer sends `X-Forwarded-For` but is not in `TRUSTED_PROXIES`, and passes its address to
 * `note`.
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
  // `request.ips` is the peer, followed by the addresses that trusted proxies have forwarded.
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2;
}
