import pg from 'pg';
import { postgresFailure } from './open.ts';

const undefinedTable = '42P01';

/** Returns the numbers of the applied migrations, or `undefined` when there is no migrations table. */
export async function appliedInPostgres(url: string): Promise<number[] | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'accueil schema' });
  // The running query fails too. Without a listener the error would end the process.
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
