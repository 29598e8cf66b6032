import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { RequestError } from '../contract/request-error.ts';
import { nothingThere } from './errors.ts';

/** Limit of an encoded path parameter: 255 code points of four bytes, percent-encoded, are 3,060 characters. */
export const longestParameter = 4_096;

/**
 * Responds 404 to unknown paths and 405, with `Allow`, to unsupported methods, before any other check. Fastify's own
 * responses would log and echo the URL, passwords included. Register before any route.
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
  // Reached for a missing file below a known path.
  app.setNotFoundHandler(() => {
    throw nothingThere();
  });
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusal(request) : undefined));

  function refusal({ url, method }: FastifyRequest): RequestError {
    const found = paths.find('GET', url.split('?', 1)[0] ?? '');
    const allowed = found?.store as Set<string> | undefined;
    return allowed === undefined || allowed.has(method)
      ? nothingThere()
      : new RequestError('METHOD', `method: expected ${[...allowed].join(' or ')}`, {
          allow: [...allowed].join(', '),
        });
  }
}
