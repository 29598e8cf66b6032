import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { nothingThere } from './errors.ts';

/** Output folder of `npm run build`. */
const built = fileURLToPath(new URL('../../../backoffice/dist/', import.meta.url));

/** Matches every built asset. Anything else, such as a path traversal, would become a 500 from @fastify/static. */
const fileName = /^\w[\w.-]*$/;

// MUI styles with Emotion, which adds an empty style tag and fills it through the CSSOM: the hash is of the empty text.
const policy = [
  "default-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the back office at `/`: one page and its assets. */
export async function serveBackOffice(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${built}index.html`)) {
    app.get('/', { schema: { hide: true } }, () => {
      throw new RequestError('NOTFOUND', 'path: the back office is not built; npm run build does it');
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // All other file names contain a hash of their content.
      const changes = path.includes('index.html');
      reply.header('cache-control', changes ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.header('content-security-policy', policy).sendFile('index.html'),
  );
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const { '*': name } = request.params;
    if (!fileName.test(name)) throw nothingThere();
    return reply.sendFile(`assets/${name}`);
  });
}
