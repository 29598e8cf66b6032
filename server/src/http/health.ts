import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';

const anything = rawStatement<Record<never, never>, { one: number }>(() => sql`select 1 as one`);

/** `/health/live`: the process answers. `/health/ready`: it can also read its database; otherwise 503. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    await database.read.first(anything, {});
    return { status: 'ok' };
  });
}
