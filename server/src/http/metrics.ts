import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { RequestError } from '../contract/request-error.ts';

/**
 * Counts and times the responses of an app by route pattern (never by URL), and serves `/metrics` to requests that carry
 * the token. `droppedLines` returns how many log lines could not be written. Register before any route.
 */
export function openMetrics(app: FastifyInstance, token: string, droppedLines: () => number = () => 0) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'accueil_log_lines_dropped_total',
    help: 'Log lines that could not be written',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  const batches = new Histogram({
    name: 'accueil_batch_entries',
    help: 'Writes that shared one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'accueil_webhook_attempts_total',
    help: 'Attempts to deliver an event, by what became of them: delivered, retry, failed, gone',
    labelNames: ['verdict'],
    registers: [registry],
  });
  const attemptSeconds = new Histogram({
    name: 'accueil_webhook_attempt_seconds',
    help: 'Time that receivers take',
    buckets: [0.02, 0.1, 0.5, 2, 5, 10, 20],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'accueil_mails_total',
    help: 'Attempts to send a mail or an SMS, by what became of them: sent, retry, failed',
    labelNames: ['verdict'],
    registers: [registry],
  });
  const receipts = new Counter({
    name: 'accueil_receipts_total',
    help: 'Receipts that passwords ask for, by what became of them: written, or why there is none',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'accueil_http_requests_total',
    help: 'Answers by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'accueil_http_request_seconds',
    help: 'Time from request to answer by route',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions;
    answers.inc({ route, method: request.method, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  serveMetrics(app, registry, token);
  return {
    /** Records the number of creations in one commit. */
    batch: (size: number) => batches.observe(size),
    /** Records an attempt to deliver an event. */
    attempt(verdict: string, ms: number) {
      attempts.inc({ verdict });
      attemptSeconds.observe(ms / 1000);
    },
    /** Records an attempt to send a mail. */
    mail: (verdict: string) => mails.inc({ verdict }),
    /** Records what became of a receipt. */
    receipt: (outcome: string) => receipts.inc({ outcome }),
  };
}

function serveMetrics(app: FastifyInstance, registry: Registry, token: string): void {
  const expected = hash('sha256', `Bearer ${token}`, 'buffer');
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const given = hash('sha256', request.headers.authorization ?? '', 'buffer');
    if (!timingSafeEqual(given, expected)) {
      throw new RequestError('UNAUTHORIZED', 'Authorization: expected Bearer and the metrics token', {
        'www-authenticate': 'Bearer',
      });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
