import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another process serves the same data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Takes a data folder for this process alone, until it lets go or ends, however it ends: the lock is one that SQLite
 * takes of the operating system. Throws {@link FolderInUse} when another process has it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new FolderInUse(
        `${folder} is already served by another accueil process. For several processes use PostgreSQL (DATABASE_URL).`,
      );
    }
    throw error;
  }
  return () => lock.close();
}
