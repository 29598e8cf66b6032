import pg from 'pg';
import { postgresFailure } from './open.ts';

const undefinedTable = '42P01';

/** The numbers of the migrations that a PostgreSQL database has seen; `undefined` when it is none of accueil's. */
export async function appliedInPostgres(url: string): Promise<number[] | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'accueil schema' });
  // The query that runs fails with it. Without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
  try {
    const { rows } = await client.query<{ number: number }>('select number from migrations order by number');
    return rows.map(({ number }) => number);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined;
    throw error;
  } finally {
    await client.end();
  }
}
