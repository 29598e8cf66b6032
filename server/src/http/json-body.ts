import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasMoreValuesThan, parseJson } from '../reading/json.ts';
import { RequestError, unsupportedMediaType } from './errors.ts';

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
 * Reads JSON bodies, and nothing else (docs/interface.md, « Sending »). A body that may be large, for the file in it, has
 * no more values than another one: millions of them would hold everybody up for seconds.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? '';
    if (!isUtf8(request.headers['content-type'] ?? '') || !/^(?:identity)?$/i.test(encoding)) {
      done(unsupportedMediaType());
      return;
    }
    if (body.length > bodyLimitBytes && hasMoreValuesThan(body, bodyLimitBytes)) {
      done(new RequestError('TOOLARGE', 'body: more values than this route takes'));
      return;
    }
    try {
      // Invalid UTF-8 becomes U+FFFD; a byte order mark is no part of the text.
      done(null, parseJson(body.toString('utf8').replace(/^\uFEFF/, '')));
    } catch {
      done(new RequestError('INVALID', 'body: expected well-formed JSON'));
    }
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // A body of no announced type reaches no parser when its length is zero: then it is simply absent.
    const isMissing = request.body === undefined && request.routeOptions.config.readsBody === true;
    done(isMissing ? new RequestError('INVALID', 'body: expected a JSON object') : undefined);
  });
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
