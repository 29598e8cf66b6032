import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Collects the routes' own schemas into OpenAPI 3.1, served at `/openapi.json`. Register before any route. */
export async function serveOpenApi(app: FastifyInstance, publicUrl: string, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'accueil',
        version,
        description:
          'The front desk of a group of care residences: contacts, leads, job applications, orientations.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Main API', description: 'For sites. A password in the query.' },
        { name: 'Orientation exchange', description: 'For placement partners. A bearer token.' },
      ],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
