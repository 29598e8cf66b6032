import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { RequestError } from '../contract/request-error.ts';

/** Longest path parameter as it is written: 255 code points of four bytes, percent-encoded, are 3,060 characters. */
export const longestParameter = 4_096;

/**
 * Answers 404 for a path that is not there and 405, with `Allow`, for one that takes other methods, before anything
 * else of the request is looked at. Fastify's own answers would log and echo the address, password and all.
 * Register before any route.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
  const paths = findMyWay({ maxParamLength: longestParameter });
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    let known = methods.get(url);
    if (known === undefined) {
      known = new Set();
      methods.set(url, known);
      paths.on('GET', url, () => undefined, known);
    }
    for (const one of [method].flat()) known.add(one);
  });
  // A file that a known path names, and that is not there.
  app.setNotFoundHandler(() => {
    throw new RequestError('NOTFOUND', 'path: there is nothing here');
  });
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusal(request) : undefined));

  function refusal({ url, method }: FastifyRequest): RequestError {
    const found = paths.find('GET', url.split('?', 1)[0] ?? '');
    const allowed = found?.store as Set<string> | undefined;
    return allowed === undefined || allowed.has(method)
      ? new RequestError('NOTFOUND', 'path: there is nothing here')
      : new RequestError('METHOD', `method: expected ${[...allowed].join(' or ')}`, {
          allow: [...allowed].join(', '),
        });
  }
}
