import type { FastifyInstance } from 'fastify';
import { sendJson } from './answers.ts';
import type { CollectedRoute } from './docs/collect.ts';
import type { Installation } from './docs/describe.ts';
import type { OpenApiDocument } from './docs/document.ts';
import { serveDocs } from './docs/serve.ts';
import { publicUrlOf } from './public-url.ts';

/**
 * Collects the routes' own schemas into OpenAPI 3.1, served at `/openapi.json` and, for people, at `/docs`.
 * Register before any route.
 */
export function serveOpenApi(app: FastifyInstance, installation: Installation, version: string): void {
  const routes: CollectedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema !== undefined && schema.hide !== true && method !== 'HEAD')
      routes.push({ method, url, schema });
  });
  let document: Promise<OpenApiDocument> | undefined;
  const read = (): Promise<OpenApiDocument> => {
    document ??= collect();
    return document;
  };

  async function collect(): Promise<OpenApiDocument> {
    // Loaded at the first look: the service need not wait for it when it starts.
    const { collectDocument } = await import('./docs/collect.ts');
    const publicUrl = publicUrlOf(app, installation.publicUrl);
    return collectDocument(routes, { ...installation, publicUrl }, version);
  }

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply, JSON.stringify(await read())),
  );
  serveDocs(app, read);
}
