import type { Location } from './migrate.ts';
import { connect } from './sqlite/connection.ts';

/** The numbers of the migrations a database has seen, changing nothing; `undefined` when it is none of accueil's. */
export async function appliedMigrations(location: Location): Promise<readonly number[] | undefined> {
  if (location.engine === 'sqlite') return appliedInSqlite(location.file);
  // On SQLite its driver need not be loaded.
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
