import pg from 'pg';
import { withClient } from './client.ts';

const undefinedTable = '42P01';

/** Returns the numbers of the applied migrations, or `undefined` when there is no migrations table. */
export function appliedInPostgres(url: string): Promise<number[] | undefined> {
  return withClient(url, 'accueil schema', appliedOn);
}

/** The same on a connection that is open, outside a transaction. */
export async function appliedOn(client: pg.Client): Promise<number[] | undefined> {
  try {
    const { rows } = await client.query<{ number: number }>('select number from migrations order by number');
    return rows.map(({ number }) => number);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined;
    throw error;
  }
}
