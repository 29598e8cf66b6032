import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { examples } from '../contract/examples.ts';
import { operations } from '../contract/operations.ts';
import { sendJson } from './answers.ts';
import { complete, type Known } from './docs/complete.ts';
import { describe, type Installation, type RouteSchemas, wiredExample } from './docs/describe.ts';
import type { OpenApiDocument } from './docs/document.ts';
import { guide } from './docs/guide.ts';
import { serveDocs } from './docs/serve.ts';
import { publicUrlOf } from './public-url.ts';

/**
 * Collects the routes' own schemas into OpenAPI 3.1, served at `/openapi.json` and, for people, at `/docs`.
 * Register before any route.
 */
export async function serveOpenApi(
  app: FastifyInstance,
  installation: Installation,
  version: string,
): Promise<void> {
  const known = new Map<string, Known>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'accueil',
        version,
        description: guide(installation.wireNames),
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
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => {
      // They have a document of their own.
      if (url.startsWith('/desk/')) return { schema: { ...schema, hide: true }, url };
      const operation = operations[`${route.method} ${url}`];
      const example = examples.find((one) => one.operation === operation?.id);
      if (operation === undefined || example === undefined) return { schema, url };
      const schemas = schema as RouteSchemas;
      known.set(operation.id, { operation, example: wiredExample(example, schemas, installation.wireNames) });
      return { schema: describe(schemas, operation, installation), url };
    },
  });

  let document: OpenApiDocument | undefined;
  const read = (): OpenApiDocument => {
    // Through text, because the plugin repeats objects in many places and they are about to change.
    document ??= complete(
      {
        ...JSON.parse(JSON.stringify(app.swagger())),
        servers: [{ url: publicUrlOf(app, installation.publicUrl) }],
      },
      known,
    );
    return document;
  };
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    sendJson(reply, JSON.stringify(read())),
  );
  serveDocs(app, read);
}
