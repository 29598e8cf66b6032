import swagger from '@fastify/swagger';
import Fastify, { type FastifySchema } from 'fastify';
import { examples } from '../../contract/examples.ts';
import { operations } from '../../contract/operations.ts';
import { complete, type Known } from './complete.ts';
import { describe, type Installation, type RouteSchemas, wiredExample } from './describe.ts';
import type { OpenApiDocument } from './document.ts';
import { guide } from './guide.ts';

/** A route as the service has registered it. */
export interface CollectedRoute {
  readonly method: string | string[];
  readonly url: string;
  readonly schema: FastifySchema;
}

/** Collects the schemas of routes into one document. */
export async function collectDocument(
  routes: readonly CollectedRoute[],
  installation: Installation,
  version: string,
): Promise<OpenApiDocument> {
  const known = new Map<string, Known>();
  // The plugin looks at the routes of a Fastify of its own, which answers nobody.
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
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
      const operation = operations[`${route.method} ${url}`];
      const example = examples.find((one) => one.operation === operation?.id);
      if (operation === undefined || example === undefined) return { schema, url };
      const schemas = schema as RouteSchemas;
      known.set(operation.id, { operation, example: wiredExample(example, schemas, installation.wireNames) });
      return { schema: describe(schemas, operation, installation), url };
    },
  });
  for (const route of routes) app.route({ ...route, handler: () => undefined });
  await app.ready();
  const servers = [{ url: installation.publicUrl }];
  // Through text, because the plugin repeats objects in many places and they are about to change.
  return complete({ ...JSON.parse(JSON.stringify(app.swagger())), servers }, known);
}
