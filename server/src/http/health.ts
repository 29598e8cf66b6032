import type { FastifyInstance } from 'fastify';

/** `/health/live`: the process responds. `/health/ready`: `ready` resolves, so entries can be stored; otherwise 503. */
export function healthRoutes(app: FastifyInstance, ready: () => Promise<void>): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    await ready();
    return { status: 'ok' };
  });
}
