import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';

/** `/health/live`: the process answers. `/health/ready`: it can also read its database and store in it; otherwise 503. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    await database.ready();
    return { status: 'ok' };
  });
}
