import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createMigrationsTable, type Migrator } from '../migrator.ts';
import { appliedOn } from './applied-migrations.ts';
import { connect, sqliteFailure } from './connection.ts';
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
    engine: 'sqlite',
    async applied() {
      return appliedOn(connection);
    },
    async begin() {
      await beginImmediate(connection);
      connection.exec(`${createMigrationsTable} strict`);
    },
    async query(statement) {
      return connection.prepare(statement).all();
    },
    async apply({ number, name, sql }) {
      connection.exec(sql);
      connection.prepare('insert into migrations values (?, ?, ?)').run(number, name, now.toISOString());
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

/**
 * Rewrites the WAL with its own content and syncs it. After a failed fsync the system's cache holds data that the disk
 * does not, and only a new write makes a later fsync retry it. If the process is then killed, the WAL still reads as
 * complete: repeated requests would be acknowledged from it, and a checkpoint would copy it to the database file. A power
 * cut would then lose the former and corrupt the latter. Readers see the same bytes.
 */
async function rewriteWal(connection: DatabaseSync, wal: string): Promise<void> {
  if (!existsSync(wal) || statSync(wal).size === 0) return;
  await beginImmediate(connection);
  await pipeline(createReadStream(wal), createWriteStream(wal, { flags: 'r+', start: 0, flush: true }));
  connection.exec('rollback');
}
