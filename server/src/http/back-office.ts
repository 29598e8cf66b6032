import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';

/** Where `npm run build` puts the pages. */
const built = fileURLToPath(new URL('../../../backoffice/dist/', import.meta.url));

/** All that is built is called so. Of what leads out of the folder, or can't be a file, the library makes a failure of ours. */
const fileName = /^\w[\w.-]*$/;

// Emotion, which MUI styles with, adds an empty style tag and fills it through the CSSOM: the hash is that of nothing.
const policy = [
  "default-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the back office at `/`: one page, and the files that it loads. */
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
      // The names of all others change with their content.
      const changes = path.includes('index.html');
      reply.header('cache-control', changes ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.header('content-security-policy', policy).sendFile('index.html'),
  );
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const { '*': name } = request.params;
    if (!fileName.test(name)) throw new RequestError('NOTFOUND', 'path: there is nothing here');
    return reply.sendFile(`assets/${name}`);
  });
}
