import type { FastifyInstance } from 'fastify';
import { type Operation, operations } from '../contract/operations.ts';
import { sendJson } from './answers.ts';
import { collectRoutes, documentOf } from './docs/collect.ts';
import { complete } from './docs/complete.ts';
import { type Described, describe, exampleOnWire, type RouteSchemas } from './docs/describe.ts';
import type { OpenApiDocument } from './docs/document.ts';
import { guide } from './docs/guide.ts';
import { serveViewer } from './docs/viewer.ts';
import { serveStaffGuide } from './pages/staff-guide.ts';

/**
 * Serves the OpenAPI 3.1 document of the main API and the orientation exchange at `/openapi.json`, and as a page at
 * `/docs`. Register before any route.
 */
export function serveOpenApi(app: FastifyInstance, installation: Described, version: string): void {
  const routes = collectRoutes(app);
  let document: Promise<OpenApiDocument> | undefined;
  const read = (): Promise<OpenApiDocument> => {
    document ??= collect();
    return document;
  };

  async function collect(): Promise<OpenApiDocument> {
    const { wireNames } = installation;
    const documented = new Map<string, Operation>();
    const collected = await documentOf(
      // The desk's API goes with its pages.
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
          if (operation === undefined) return { schema, url };
          const schemas = schema as RouteSchemas;
          const example = exampleOnWire(operation.example, schemas, wireNames);
          documented.set(operation.id, { ...operation, example });
          return { schema: describe(schemas, operation, installation), url };
        },
      },
    );
    const servers = [{ url: installation.publicUrl() }];
    // Deep-copied: `complete` mutates objects that the plugin shares between operations.
    return complete({ ...JSON.parse(JSON.stringify(collected)), servers }, documented);
  }

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply, JSON.stringify(await read())),
  );
  serveViewer(app);
  serveStaffGuide(app);
}
