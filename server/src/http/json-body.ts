import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { longestString, parseJson } from '../validation/json.ts';
import { unsupportedMediaType } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the one text stands that may make the body of a route larger than 256 KiB. */
    largeText?: readonly [...holders: string[], name: string];
  }
}

/** Bodies of most routes, in bytes. */
export const bodyLimitBytes = 256 * 1024;
/** Bodies of routes that are open to anybody, in bytes: a sign-in needs no more. */
export const openBodyLimitBytes = 4 * 1024;

const charset = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

/** Whether a JSON body is in UTF-8, as far as its Content-Type says. */
function isUtf8(contentType: string): boolean {
  if (!contentType.includes(';')) return true;
  return contentType.matchAll(charset).every(([, named = '']) => /^utf-?8$/i.test(named));
}

/**
 * Reads JSON bodies, and nothing else (docs/interface.md, « Sending »). Without the file in it, a body is no larger than
 * any other: megabytes of values would hold up every other request for a second.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? '';
    if (!isUtf8(request.headers['content-type'] ?? '') || !/^(?:identity)?$/i.test(encoding)) {
      done(unsupportedMediaType());
      return;
    }
    try {
      const { largeText = [] } = request.routeOptions.config;
      done(null, body.length > bodyLimitBytes ? parseLarge(body, largeText) : parseBytes(body));
    } catch (error) {
      done(
        error instanceof RequestError
          ? error
          : new RequestError('INVALID', 'body: expected well-formed JSON'),
      );
    }
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // A body of no announced type reaches no parser when its length is zero: then it is simply absent.
    const isMissing = request.body === undefined && request.routeOptions.config.readsBody === true;
    done(isMissing ? new RequestError('INVALID', 'body: expected a JSON object') : undefined);
  });
}

/** Invalid UTF-8 becomes U+FFFD; a byte order mark is no part of the text. */
function parseBytes(body: Buffer): unknown {
  return parseJson(body.toString('utf8').replace(/^\uFEFF/, ''));
}

/** Parses the longest string apart from the rest, which is no larger than another body, and puts it back into its place. */
function parseLarge(body: Buffer, path: readonly string[]): unknown {
  const longest = longestString(body, bodyLimitBytes);
  if (longest === undefined) throw tooLarge(path);
  const { begin, end } = longest;
  const stand = randomUUID();
  const value = parseBytes(Buffer.concat([body.subarray(0, begin), Buffer.from(stand), body.subarray(end)]));
  const name = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce(memberOf, value);
  if (memberOf(holder, name) !== stand) throw tooLarge(path);
  // Quotes included. An object: one of its members has just been read.
  Object.assign(holder as object, { [name]: JSON.parse(body.toString('utf8', begin - 1, end + 1)) });
  return value;
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

/** Reads and forgets whatever body comes, of any type: for a route that takes none. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    // Not before all of it has come: whoever still sends may miss the answer.
    finished(payload, { writable: false }, () => done(null));
  });
  app.addHook('onRequest', async (request) => {
    // Of what is ignored not even the type may be malformed.
    delete request.raw.headers['content-type'];
  });
}
