import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { WireNames } from '../contract/wire-names.ts';
import { cleanForwardedFor } from './address.ts';
import type { App } from './app-type.ts';
import { answerClientError } from './client-errors.ts';
import { setCommonHeaders } from './common-headers.ts';
import { sendFailure } from './errors.ts';
import { bodyLimitBytes, readJsonBodies } from './json-body.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';
import { type LogOptions, loggerOptions } from './logging.ts';
import { serializeAnswers } from './serialization.ts';
import { longestParameter } from './unknown-paths.ts';
import { validateRequests } from './validation.ts';

/** A caller that sends its request slower than this is let go. */
const longestRequestMs = 60_000;
/** How often Node looks for such requests; by default every 30 seconds, so that one could take 90. */
const connectionsCheckMs = 1_000;
/** Longer than load balancers keep an idle connection, so that they close it and not we. */
const keepAliveTimeoutMs = 72_000;

export interface FrameOptions {
  readonly log: LogOptions;
  readonly trustedProxies: readonly string[];
  readonly wireNames: WireNames;
  /** Within which a request has to arrive whole, in milliseconds; 60 seconds by default. */
  readonly requestTimeoutMs?: number;
}

/** Fastify without routes: how requests are read, answered and refused. */
export function createServer({
  log,
  trustedProxies,
  wireNames,
  requestTimeoutMs = longestRequestMs,
}: FrameOptions): App {
  const app: App = Fastify({
    logger: loggerOptions(log),
    // A request that logs nothing needs no logger of its own: what is logged of one says its `reqId`.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: bodyLimitBytes,
    http: {
      connectionsCheckingInterval: connectionsCheckMs,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
    },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParameter },
    // Neither kind reaches a hook.
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request, reply);
      sendFailure(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, app.log),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('partner', null);
  app.decorateRequest('directory', null);
  app.setErrorHandler(sendFailure);
  validateRequests(app, wireNames);
  serializeAnswers(app);
  readJsonBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    // One hook for all three: two more took 9 % of the time of a look-up.
    setCommonHeaders(request, reply);
    cleanForwardedFor(request.raw);
    lingerAfterEarlyAnswer(request.raw, reply.raw);
    done();
  });
  return app;
}
