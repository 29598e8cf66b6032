import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { history, type Migrator } from '../migrator.ts';
import { connect, sqliteFailure } from './connection.ts';
import { beginImmediate } from './write-lock.ts';

/** Migrates a SQLite file, which it keeps others from writing meanwhile. */
export function sqliteMigrator(file: string, now: Date): Migrator {
  const connection = connect(file);
  // As SQLite advises for changes of a schema: a table that is dropped would be searched for each row that others reference.
  connection.exec('pragma foreign_keys = off');
  return {
    engine: 'sqlite',
    async begin() {
      await beginImmediate(connection);
      await settle(`${file}-wal`);
      connection.exec(`${history} strict`);
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
 * Writes a WAL to the disk once more, as it reads. After an fsync that has failed, the system's cache holds what the
 * disk does not, and only a new write makes a later fsync try again. A process that is killed then leaves a WAL that
 * reads as whole: what it holds would be acknowledged when its sender repeats it, and put into the database file, and
 * a power cut would take the one and tear the other. Only for who keeps others from writing; they read the same bytes.
 */
async function settle(wal: string): Promise<void> {
  if (!existsSync(wal)) return;
  await pipeline(createReadStream(wal), createWriteStream(wal, { flags: 'r+', start: 0, flush: true }));
}
