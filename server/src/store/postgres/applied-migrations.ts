import pg from 'pg';
import { connectClient } from './client.ts';

const undefinedTable = '42P01';

/** Returns the numbers of the applied migrations, or `undefined` when there is no migrations table. */
export async function appliedInPostgres(url: string): Promise<number[] | undefined> {
  const client = await connectClient(url, 'accueil schema');
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
