import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { longestString, parseJson } from '../validation/json.ts';
import { unsupportedMediaType } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The beginning of a body that could not be parsed. */
    unparsedBody: string | undefined;
  }
  interface FastifyContextConfig {
    /** Path of the one string that may exceed the 256 KiB that a body is limited to otherwise. */
    largeText?: readonly [...holders: string[], name: string];
  }
}

/** Body limit of most routes, in bytes. */
export const bodyLimitBytes = 256 * 1024;
/** Bodies up to this size are small: more than any form of a page holds. */
export const smallBodyBytes = 16 * 1024;
/** Body limit of routes that need no session, in bytes: enough for a sign-in. */
export const openBodyLimitBytes = 4 * 1024;

const charset = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

/** Whether the Content-Type declares UTF-8, or no charset at all. */
function isUtf8(contentType: string): boolean {
  if (!contentType.includes(';')) return true;
  return contentType.matchAll(charset).every(([, named = '']) => /^utf-?8$/i.test(named));
}

/**
 * Parses JSON bodies and rejects all others (docs/interface.md, « Sending »). Apart from the file in it, a body may not
 * exceed the usual limit: parsing megabytes of values would block every other request for a second.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  parseBodies(app, 'application/json', readJson);
  app.addHook('preValidation', (request, _reply, done) => {
    // An empty body without a Content-Type reaches no parser.
    const isMissing = request.body === undefined && request.routeOptions.config.readsBody === true;
    done(isMissing ? new RequestError('INVALID', 'body: expected a JSON object') : undefined);
  });
}

/** Parses a JSON body. */
export function readJson(body: Buffer, request: FastifyRequest): unknown {
  const { largeText = [] } = request.routeOptions.config;
  try {
    return body.length > bodyLimitBytes ? parseLarge(body, largeText) : parseBytes(body);
  } catch (error) {
    throw error instanceof RequestError
      ? error
      : new RequestError('INVALID', 'body: expected well-formed JSON');
  }
}

/** Parses bodies of this type, in UTF-8 and not compressed. */
export function parseBodies(
  app: FastifyInstance,
  type: string | string[],
  parse: (body: Buffer, request: FastifyRequest) => unknown,
): void {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? '';
    if (!isUtf8(request.headers['content-type'] ?? '') || !/^(?:identity)?$/i.test(encoding)) {
      done(unsupportedMediaType());
      return;
    }
    // `done` goes on with validation and the handler.
    const fail = (error: Error) => {
      request.unparsedBody = body.toString('utf8', 0, smallBodyBytes);
      done(error);
    };
    spread(body.length > smallBodyBytes, () => {
      let value: unknown;
      try {
        value = parse(body, request);
      } catch (error) {
        fail(error as Error);
        return;
      }
      if (value instanceof Promise) value.then((parsed) => done(null, parsed), fail);
      else done(null, value);
    });
  });
}

/** How long bodies are parsed and validated in one turn of the event loop: a single one may take longer. */
const turnMs = 20;

/**
 * Returns a function that runs work at once, or in a later turn of the event loop when this turn has taken long already,
 * small work first. Hundreds of large bodies often arrive in one turn: other requests then waited until the last one was
 * validated, for seconds.
 */
function spreadOverTurns(): (isLarge: boolean, work: () => void) => void {
  const small: (() => void)[] = [];
  const large: (() => void)[] = [];
  /** When this turn has taken long enough; undefined while it has done nothing. */
  let until: number | undefined;

  function run(work: () => void): void {
    if (until === undefined) {
      until = performance.now() + turnMs;
      setImmediate(nextTurn);
    }
    work();
  }

  function nextTurn(): void {
    until = undefined;
    for (let work = next(); work !== undefined; work = next()) run(work);
  }

  function next(): (() => void) | undefined {
    return until === undefined || performance.now() < until ? (small.shift() ?? large.shift()) : undefined;
  }

  return (isLarge, work) => {
    const isFree = small.length + large.length === 0 && (until === undefined || performance.now() < until);
    if (isFree) run(work);
    else (isLarge ? large : small).push(work);
  };
}

const spread = spreadOverTurns();

/** Replaces invalid UTF-8 by U+FFFD and drops a byte order mark. */
function parseBytes(body: Buffer): unknown {
  return parseJson(body.toString('utf8').replace(/^\uFEFF/, ''));
}

/** Parses the rest of the body with a placeholder for its longest string, then puts the string in its place. */
function parseLarge(body: Buffer, path: readonly string[]): unknown {
  const longest = longestString(body, bodyLimitBytes);
  if (longest === undefined) throw tooLarge(path);
  const { begin, end } = longest;
  const placeholder = randomUUID();
  const value = parseBytes(
    Buffer.concat([body.subarray(0, begin), Buffer.from(placeholder), body.subarray(end)]),
  );
  let holder = value;
  for (const name of path) {
    const member = memberOf(holder, name);
    // At any level of the path. The slice includes the quotes, and the holder is an object, of which this is a member.
    if (member === placeholder) {
      Object.assign(holder as object, { [name]: JSON.parse(body.toString('utf8', begin - 1, end + 1)) });
      return value;
    }
    holder = member;
  }
  throw tooLarge(path);
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function tooLarge(path: readonly string[]): RequestError {
  const but = path.length === 0 ? '' : ` beside ${path.join('.')}`;
  return new RequestError('TOOLARGE', `body: expected at most ${bodyLimitBytes} bytes${but}`);
}

/** Discards the body, whatever its type: for routes that take none. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    // Wait for the whole body: a client that is still sending may miss the response.
    finished(payload, { writable: false }, () => done(null));
  });
  app.addHook('onRequest', async (request) => {
    // Fastify would reject a malformed Content-Type even though the body is ignored.
    delete request.raw.headers['content-type'];
  });
}
