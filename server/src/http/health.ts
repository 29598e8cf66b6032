import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';

/** `/health/live`: the process responds. `/health/ready`: it can also read and write its database; otherwise 503. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    await database.ready();
    return { status: 'ok' };
  });
}
