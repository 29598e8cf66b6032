import { secretsOf } from '../secrets.ts';
import type { Database } from './database.ts';
import { type Location, migrate } from './migrate.ts';
import type { MigrateOptions } from './migrator.ts';
import { openSqlite } from './sqlite/open.ts';

export interface OpenOptions extends Pick<MigrateOptions, 'onWait' | 'dataDir'> {
  readonly location: Location;
  /** PostgreSQL connections of this process. */
  readonly poolSize: number;
  /** Passed to operations. A command that runs none needs no key. */
  readonly secretKey?: string | undefined;
  readonly now: Date;
  /** Called when an idle connection breaks. */
  readonly onProblem: (error: Error) => void;
  /** Called with the names of the migrations that were applied, when there were any. */
  readonly onMigrated?: (applied: readonly string[]) => void;
}

/** Migrates the schema, then opens the database for use. */
export async function openDatabase({ now, onMigrated, ...options }: OpenOptions): Promise<Database> {
  const applied = await migrate(options.location, now, options);
  if (applied.length > 0) onMigrated?.(applied);
  return openMigrated(options);
}

/** Opens a database whose schema is already up to date. */
export async function openMigrated({
  location,
  poolSize,
  secretKey = '',
  onProblem,
}: Omit<OpenOptions, 'now' | 'onMigrated' | 'onWait' | 'dataDir'>): Promise<Database> {
  if (location.engine === 'sqlite') return openSqlite({ file: location.file, secretKey });
  // Imported lazily: SQLite does not need the PostgreSQL driver.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres({ url: location.url, poolSize, secrets: secretsOf(secretKey), onProblem });
}
