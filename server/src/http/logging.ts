import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { type MonotonicClock, minuteMs } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { loggableError } from '../store/loggable-error.ts';
import { limiter } from './limiter.ts';

export interface LogOutput {
  write(line: string): void;
  /** How many lines were dropped so far, because they could not be written. */
  readonly dropped?: () => number;
}

export interface StandardOutput extends LogOutput {
  readonly dropped: () => number;
  /** Calls `observer` with the number of lines dropped since the last call, once lines can be written again. */
  observeRecovery(observer: (lines: number) => void): void;
  /** Waits a moment for the last lines, then gives them up. */
  close(): Promise<void>;
}

export interface LogOptions {
  readonly level: string;
  /** Where lines go. Pino's default waits for a full disk without end. */
  readonly stream?: LogOutput;
}

/** Structured logs, one JSON object per line. URLs are never logged: their query contains a password. */
export function loggerOptions({
  level,
  stream,
}: LogOptions): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    ...(stream !== undefined && { stream }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
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

/** Says how many lines are missing, once they can be written again. */
export function reportDroppedLines(log: FastifyBaseLogger, output: StandardOutput): void {
  output.observeRecovery((lines) => log.warn({ lines }, 'log lines could not be written and are missing'));
}

/**
 * Writes each line of the audit trail to the log too, whatever the log's level: outside the database it can be kept where nobody
 * who uses the service can shorten it.
 */
export function logAuditTrail(log: FastifyBaseLogger, database: Pick<Database, 'observeLog'>): void {
  const own = log.child({}, { level: 'info' });
  database.observeLog((audit) => {
    // Sent messages leave no line in the trail.
    if (audit.action !== undefined) own.info({ audit }, 'audit');
  });
}

/**
 * Returns the log without redaction, for frequent lines whose fields are all known: searching a line for secrets takes four
 * times as long as writing it.
 */
export function plainLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}

/** Refusals of strangers that are logged in a minute: whoever reaches the service can cause them, without end. */
const maxOfStrangers = 60;

/**
 * Logs one line per response: errors at `info`, the rest at `debug`, because accepted entries are in the database anyway.
 * Of the errors of strangers only some: the next line says how many were left out.
 */
export function logAnswers(app: FastifyInstance, clock: MonotonicClock): void {
  const ofStrangers = limiter({ max: maxOfStrangers, windowMs: minuteMs, clock });
  let unlogged = 0;

  function isLogged(request: FastifyRequest, level: 'info' | 'debug'): boolean {
    if (level === 'debug') return app.log.level === 'debug' || app.log.level === 'trace';
    return !isStranger(request) || ofStrangers.take('') === 0;
  }

  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 400 ? 'info' : 'debug';
    if (isLogged(request, level)) {
      request.log[level](
        {
          reqId: request.id,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ...request.refusal,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip,
          caller: request.caller?.id,
          partner: request.partner?.slug,
          ...(unlogged > 0 && { unlogged }),
        },
        'answered',
      );
      unlogged = 0;
    } else if (level === 'info') unlogged++;
    done();
  });
}

/** A `browser` password is in a public page: who uses it is a stranger too. */
function isStranger({ caller, partner, deskUser }: FastifyRequest): boolean {
  return caller?.scope !== 'full' && partner == null && deskUser == null;
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
