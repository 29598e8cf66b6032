import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyServerOptions, LogController } from 'fastify';
import type { WireNames } from '../contract/wire-names.ts';
import type { App } from './app-type.ts';
import { answerClientError } from './client-errors.ts';
import { setCommonHeaders } from './common-headers.ts';
import { sendFailure } from './errors.ts';
import { bodyLimitBytes, readJsonBodies } from './json-body.ts';
import { serializeAnswers } from './serialization.ts';
import { longestParameter } from './unknown-paths.ts';
import { validateRequests } from './validation.ts';

/** A caller that sends its request slower than this is let go. */
const requestTimeoutMs = 60_000;
/** Longer than load balancers keep an idle connection, so that they close it and not we. */
const keepAliveTimeoutMs = 72_000;

export interface FrameOptions {
  /** A log of its own, or that of another app. */
  readonly logging: Pick<FastifyServerOptions, 'logger'> | Pick<FastifyServerOptions, 'loggerInstance'>;
  readonly trustedProxies: readonly string[];
  readonly wireNames: WireNames;
}

/** A Fastify without routes that reads, answers and fails as every one of ours does. */
export function openFrame({ logging, trustedProxies, wireNames }: FrameOptions): App {
  const app: App = Fastify({
    ...logging,
    // A request that logs nothing needs no logger of its own: what is logged of one says its `reqId`.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: bodyLimitBytes,
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
    setCommonHeaders(request, reply);
    done();
  });
  return app;
}
