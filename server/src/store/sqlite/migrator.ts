import { createMigrationsTable, type Migrator } from '../migrator.ts';
import { appliedOn } from './applied-migrations.ts';
import { connect, sqliteFailure } from './connection.ts';
import { rewriteWal } from './rewrite-wal.ts';
import { beginImmediate } from './write-lock.ts';

/** Migrates a SQLite file while holding its write lock. */
export async function sqliteMigrator(file: string, now: Date): Promise<Migrator> {
  const connection = connect(file);
  // As SQLite advises for schema changes: otherwise dropping a table checks every reference to each of its rows.
  connection.exec('pragma foreign_keys = off');
  try {
    await rewriteWal(connection, `${file}-wal`);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    async applied() {
      return appliedOn(connection);
    },
    async begin() {
      await beginImmediate(connection);
      connection.exec(`${createMigrationsTable} strict`);
    },
    async apply({ number, name, sql }) {
      connection.exec(sql);
      connection.prepare('insert into migrations values (?, ?, ?)').run(number, name, now.toISOString());
    },
    async rows(sql) {
      return connection.prepare(sql).all();
    },
    async commit() {
      connection.exec('commit');
    },
    async close() {
      connection.close();
    },
    failure: sqliteFailure,
  };
}
