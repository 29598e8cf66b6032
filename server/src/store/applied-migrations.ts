import type { Location } from './migrate.ts';
import { connect } from './sqlite/connection.ts';

/** Returns the numbers of the applied migrations, or `undefined` when there is no migrations table. Changes nothing. */
export async function appliedMigrations(location: Location): Promise<readonly number[] | undefined> {
  if (location.engine === 'sqlite') return appliedInSqlite(location.file);
  // Imported lazily: SQLite does not need the PostgreSQL driver.
  const { appliedInPostgres } = await import('./postgres/applied-migrations.ts');
  return appliedInPostgres(location.url);
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
