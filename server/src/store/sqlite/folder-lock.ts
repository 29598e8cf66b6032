import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../database.ts';
import { sqliteFailure } from './connection.ts';

/** Thrown when another process serves the same data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Locks a data folder for this process and returns the function that unlocks it. It is a lock of the operating system,
 * taken through SQLite, so it also ends with the process. Throws {@link FolderInUse} when another process has it, and
 * {@link DatabaseUnavailable} when the folder is not writable.
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
