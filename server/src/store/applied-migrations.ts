import type { Location } from './migrate.ts';
import { appliedOn } from './sqlite/applied-migrations.ts';
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
    return appliedOn(connection);
  } finally {
    connection.close();
  }
}
