import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify';

interface CollectedRoute extends Pick<RouteOptions, 'method' | 'url' | 'config'> {
  readonly schema: FastifySchema;
}

/** Returns a list that collects the documented routes registered in a scope and its child scopes after this call. */
export function collectRoutes(scope: FastifyInstance): readonly CollectedRoute[] {
  const routes: CollectedRoute[] = [];
  scope.addHook('onRoute', ({ method, url, schema, config = {} }) => {
    if (schema !== undefined && schema.hide !== true && method !== 'HEAD')
      routes.push({ method, url, schema, config });
  });
  return routes;
}

type OpenApiOptions = Required<Pick<FastifyDynamicSwaggerOptions, 'openapi' | 'transform'>>;

/** Generates the OpenAPI 3.1 document of some routes. The library is loaded here: most days nobody reads a reference. */
export async function documentOf(
  routes: readonly CollectedRoute[],
  { openapi, transform }: OpenApiOptions,
): Promise<ReturnType<FastifyInstance['swagger']>> {
  const { default: swagger } = await import('@fastify/swagger');
  // The plugin only reads routes registered in its own Fastify, which never listens.
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...openapi },
    convertConstToEnum: false,
    transform,
  });
  for (const { method, url, schema } of routes) app.route({ method, url, schema, handler: () => undefined });
  await app.ready();
  const document = app.swagger();
  restoreContentEncoding(document);
  return document;
}

/** The plugin turns `contentEncoding: base64` into the `format: byte` of OpenAPI 3.0. */
function restoreContentEncoding(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('format' in part && part.format === 'byte') {
    Reflect.deleteProperty(part, 'format');
    Object.assign(part, { contentEncoding: 'base64' });
  }
  for (const child of Object.values(part)) restoreContentEncoding(child);
}
