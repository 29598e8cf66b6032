import type { FastifyInstance } from 'fastify';
import { parseJson } from '../reading/json.ts';
import { RequestError, unsupportedMediaType } from './errors.ts';

/** Bodies of most routes, in bytes (decisions 2). */
export const bodyLimitBytes = 256 * 1024;

const utf8 = /^\s*application\/json\s*(?:;(?!.*charset)|;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)|$)/i;

/** Reads JSON bodies, and nothing else (decisions 2, « Content type »). */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!utf8.test(request.headers['content-type'] ?? '') || encoding !== 'identity') {
      done(unsupportedMediaType());
      return;
    }
    try {
      // Invalid UTF-8 becomes U+FFFD; a byte order mark is no part of the text.
      done(null, parseJson(body.toString('utf8').replace(/^\uFEFF/, '')));
    } catch {
      done(new RequestError('INVALID', 'body: expected well-formed JSON'));
    }
  });
  app.addHook('preValidation', async (request) => {
    // A body of no announced type reaches no parser when its length is zero: then it is simply absent.
    if (request.routeOptions.config.readsBody === true && request.body === undefined) {
      throw new RequestError('INVALID', 'body: expected a JSON object');
    }
  });
}

/** Reads and forgets whatever body comes, of any type: for a route that takes none. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
}
