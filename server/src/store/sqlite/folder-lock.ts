import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../database.ts';
import { sqliteFailure } from './connection.ts';

/** Thrown when another process serves the same data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Takes a data folder for this process alone, until it lets go or ends, however it ends: the lock is one that SQLite
 * takes of the operating system. Throws {@link FolderInUse} when another process has it, {@link DatabaseUnavailable}
 * when nothing can be written there.
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    const taken = new DatabaseSync(join(folder, 'serve.lock'), { timeout: 0 });
    lock = taken;
    taken.exec('begin exclusive');
    return () => taken.close();
  } catch (error) {
    lock?.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new FolderInUse(
        `${folder} is already served by another accueil process. For several processes use PostgreSQL (DATABASE_URL).`,
      );
    }
    const known = sqliteFailure(error);
    throw known instanceof DatabaseUnavailable
      ? new DatabaseUnavailable(`${folder} can't be taken for this process: ${known.message}`, {
          cause: error,
        })
      : known;
  }
}
