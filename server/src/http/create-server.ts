import { randomUUID } from 'node:crypto';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { TSchema } from 'typebox';
import type { WireNames } from '../contract/wire-names.ts';
import { sanitizeForwardedFor } from './address.ts';
import type { App } from './app-type.ts';
import { admitMediumBodies } from './body-admission.ts';
import { answerClientError } from './client-errors.ts';
import { setCommonHeaders } from './common-headers.ts';
import { sendFailure } from './errors.ts';
import { bodyLimitBytes, readJsonBodies } from './json-body.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';
import { type LogOptions, loggerOptions } from './logging.ts';
import { longestParameter } from './unknown-paths.ts';
import { validateRequests } from './validation.ts';

/** Serialises responses by the schemas of their routes, which drops undeclared fields. */
export function serializeAnswers(app: FastifyInstance): void {
  // Compiled once per schema, at the first answer that needs it: every route declares the error schemas.
  const serializers = new WeakMap<TSchema, (answer: unknown) => string>();
  app.setSerializerCompiler<TSchema>(({ schema }) => (answer) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) {
      serialize = fastJsonStringify(schema);
      serializers.set(schema, serialize);
    }
    return serialize(answer);
  });
}

/** Connections that take longer to send a request are closed. */
const defaultRequestTimeoutMs = 60_000;
/** How often Node checks for such requests. Its default is 30 seconds, so one could take 90. */
const connectionsCheckMs = 1_000;
/** Longer than the idle timeout of load balancers, so that they close the connection and not this server. */
const keepAliveTimeoutMs = 72_000;

interface ServerOptions {
  readonly log: LogOptions;
  readonly trustedProxies: readonly string[];
  readonly wireNames: WireNames;
  /** How long a request may take to arrive in full, in milliseconds; 60 seconds by default. */
  readonly requestTimeoutMs?: number;
}

/** Returns Fastify without routes, set up for parsing, validation, serialization, errors and logs. */
export function createServer({
  log,
  trustedProxies,
  wireNames,
  requestTimeoutMs = defaultRequestTimeoutMs,
}: ServerOptions): App {
  const app: App = Fastify({
    logger: loggerOptions(log),
    // No child logger for each request: the few lines about one add its `reqId` themselves.
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
    // Neither of these errors reaches a hook.
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request, reply);
      sendFailure(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, app.log),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('partner', null);
  app.decorateRequest('directory', null);
  app.decorateRequest('refusedFields');
  app.decorateRequest('refusal', null);
  app.decorateRequest('formFile', null);
  app.decorateRequest('unparsedBody');
  app.setErrorHandler(sendFailure);
  validateRequests(app, wireNames);
  serializeAnswers(app);
  readJsonBodies(app);
  admitMediumBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    // One hook for all three: separate ones took another 9 % of the time of a look-up.
    setCommonHeaders(request, reply);
    sanitizeForwardedFor(request.raw);
    lingerAfterEarlyAnswer(request.raw, reply.raw);
    done();
  });
  return app;
}
