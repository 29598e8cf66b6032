import { type Location, migrate } from './migrate.ts';
import type { Database } from './port.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenOptions {
  readonly location: Location;
  /** PostgreSQL connections of this process. */
  readonly poolSize: number;
  readonly now: Date;
  /** Told of a connection that broke while nobody used it. */
  readonly onProblem: (error: Error) => void;
}

/** Migrates the schema, then opens the database for use. */
export async function openDatabase({ location, poolSize, now, onProblem }: OpenOptions): Promise<Database> {
  await migrate(location, now);
  return location.engine === 'sqlite'
    ? openSqlite(location.file)
    : openPostgres({ url: location.url, poolSize, onProblem });
}
