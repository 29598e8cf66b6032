import { secretsOf } from '../secrets.ts';
import type { Database } from './database.ts';
import { type Location, migrate } from './migrate.ts';
import { openSqlite } from './sqlite/open.ts';

export interface OpenOptions {
  readonly location: Location;
  /** PostgreSQL connections of this process. */
  readonly poolSize: number;
  /** For operations: a command that runs none has no use for it. */
  readonly secretKey?: string | undefined;
  readonly now: Date;
  /** Told of an idle connection that broke. */
  readonly onProblem: (error: Error) => void;
}

/** Migrates the schema, then opens the database for use. */
export async function openDatabase({ now, ...options }: OpenOptions): Promise<Database> {
  await migrate(options.location, now);
  return openMigrated(options);
}

/** Opens a database whose schema is this program's. */
export async function openMigrated({
  location,
  poolSize,
  secretKey = '',
  onProblem,
}: Omit<OpenOptions, 'now'>): Promise<Database> {
  if (location.engine === 'sqlite') return openSqlite({ file: location.file, secretKey });
  // On SQLite its driver need not be loaded.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres({ url: location.url, poolSize, secrets: secretsOf(secretKey), onProblem });
}
