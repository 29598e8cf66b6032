export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export interface MigrateOptions {
  /** Called with what a migration may have to wait for from now on. */
  readonly onWait?: (reason: string) => void;
  /** How long it waits for a lock of another process. */
  readonly lockTimeoutMs?: number;
  /** Where a file is written on PostgreSQL; on SQLite that is beside the database. */
  readonly dataDir?: string;
}
export type WaitOptions = Required<Pick<MigrateOptions, 'onWait' | 'lockTimeoutMs'>>;

/** A connection on which migrations run: one transaction under a lock that other processes wait for. */
export interface Migrator {
  /** Returns the numbers of the applied migrations, or `undefined` when there is no table of them. */
  applied(): Promise<readonly number[] | undefined>;
  begin(): Promise<void>;
  apply(migration: Migration): Promise<void>;
  /** What a query answers, its columns in order. */
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  commit(): Promise<void>;
  /** Rolls back uncommitted changes and disconnects. */
  close(): Promise<void>;
  /** Maps an engine's error to one of database.ts. */
  failure(error: unknown): unknown;
}

export const createMigrationsTable = `create table if not exists migrations (
  number integer primary key, name text not null, applied_at text not null
)`;
