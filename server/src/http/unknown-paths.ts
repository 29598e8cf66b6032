import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { RequestError, sendFailure } from './errors.ts';

/** Longest path parameter in UTF-16 units: 255 code points are at most 510, and whoever sends more is told so. */
export const longestParameter = 4_096;

/**
 * Answers 404 for a path that is not there and 405, with `Allow`, for one that takes other methods.
 * Fastify's own answers would log and echo the address, password and all.
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
  app.setNotFoundHandler((request, reply) => {
    const found = paths.find('GET', request.url.split('?', 1)[0] ?? '');
    const allowed = found?.store as Set<string> | undefined;
    const error =
      allowed === undefined || allowed.has(request.method)
        ? new RequestError('NOTFOUND', 'path: there is nothing here')
        : new RequestError('METHOD', `method: expected ${[...allowed].join(' or ')}`, {
            allow: [...allowed].join(', '),
          });
    sendFailure(error, request, reply);
  });
}
