import pg from 'pg';
import type { Location } from './migrate.ts';
import { postgresFailure } from './postgres.ts';
import { connect } from './sqlite-connection.ts';

const undefinedTable = '42P01';

/** The numbers of the migrations a database has seen, changing nothing; `undefined` when it is none of accueil's. */
export async function appliedMigrations(location: Location): Promise<readonly number[] | undefined> {
  return location.engine === 'sqlite' ? appliedInSqlite(location.file) : appliedInPostgres(location.url);
}

function appliedInSqlite(file: string): number[] | undefined {
  const connection = connect(file);
  try {
    const table = connection.prepare(`select 1 from sqlite_schema where name = 'migrations'`).get();
    if (table === undefined) return undefined;
    return connection
      .prepare('select number from migrations order by number')
      .all()
      .map(({ number }) => Number(number));
  } finally {
    connection.close();
  }
}

async function appliedInPostgres(url: string): Promise<number[] | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'accueil schema' });
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
