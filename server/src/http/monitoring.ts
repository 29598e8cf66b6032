import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { setCommonHeaders } from './common-headers.ts';
import { sendFailure } from './errors.ts';
import { healthRoutes } from './health.ts';
import { openMetrics } from './metrics.ts';
import { answerUnknownPaths } from './unknown-paths.ts';

export interface MonitoringOptions {
  /** Resolves when the process is ready. */
  readonly ready: () => Promise<void>;
  readonly log: FastifyBaseLogger;
  /** Returns how many log lines could not be written. */
  readonly droppedLines: () => number;
  /** The setting `METRICS_TOKEN`. */
  readonly token: string;
}

/** The HTTP server of a process that serves no API: only `/metrics` and `/health/…`, as the service has them. */
export function openMonitoring({ ready, log, droppedLines, token }: MonitoringOptions) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: true,
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request, reply);
      sendFailure(error, request, reply);
    },
  });
  app.decorateRequest('refusal', null);
  app.setErrorHandler(sendFailure);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done();
  });
  answerUnknownPaths(app);
  const metrics = openMetrics(app, token, droppedLines);
  healthRoutes(app, ready);
  return { app, metrics };
}
