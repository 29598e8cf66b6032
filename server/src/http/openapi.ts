import type { FastifyInstance } from 'fastify';
import { examples } from '../contract/examples.ts';
import { operations } from '../contract/operations.ts';
import { sendJson } from './answers.ts';
import { collectRoutes, documentOf } from './docs/collect.ts';
import { complete, type Known } from './docs/complete.ts';
import { describe, type Installation, type RouteSchemas, wiredExample } from './docs/describe.ts';
import type { OpenApiDocument } from './docs/document.ts';
import { guide } from './docs/guide.ts';
import { serveDocs } from './docs/serve.ts';

/**
 * Serves the OpenAPI 3.1 document of the main API and the orientation exchange at `/openapi.json`, and as a page at
 * `/docs`. Register before any route.
 */
export function serveOpenApi(app: FastifyInstance, installation: Installation, version: string): void {
  const routes = collectRoutes(app);
  let document: Promise<OpenApiDocument> | undefined;
  const read = (): Promise<OpenApiDocument> => {
    document ??= collect();
    return document;
  };

  async function collect(): Promise<OpenApiDocument> {
    const { wireNames } = installation;
    const known = new Map<string, Known>();
    const collected = await documentOf(
      // Routes of the desk have a document of their own.
      routes.filter(({ config }) => config?.desk === undefined),
      {
        openapi: {
          info: {
            title: 'accueil',
            version,
            description: guide(wireNames),
            license: { name: 'MIT', identifier: 'MIT' },
          },
          tags: [
            { name: 'Main API', description: 'For sites, agencies and call centres.' },
            { name: 'Orientation exchange', description: 'For placement partners.' },
          ],
          security: [{ password: [] }],
          components: {
            securitySchemes: {
              password: {
                type: 'apiKey',
                in: 'query',
                name: 'password',
                description: 'Password of the caller. Never put one of scope `full` into a public page.',
              },
              bearer: { type: 'http', scheme: 'bearer', description: 'Token of the partner in the path.' },
            },
          },
        },
        transform: ({ schema, url, route }) => {
          const operation = operations[`${route.method} ${url}`];
          const example = examples.find((one) => one.operation === operation?.id);
          if (operation === undefined || example === undefined) return { schema, url };
          const schemas = schema as RouteSchemas;
          known.set(operation.id, { operation, example: wiredExample(example, schemas, wireNames) });
          return { schema: describe(schemas, operation, installation), url };
        },
      },
    );
    const servers = [{ url: installation.publicUrl() }];
    // Copied through JSON: the plugin shares objects between places, and completing changes them.
    return complete({ ...JSON.parse(JSON.stringify(collected)), servers }, known);
  }

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply, JSON.stringify(await read())),
  );
  serveDocs(app, read);
}
