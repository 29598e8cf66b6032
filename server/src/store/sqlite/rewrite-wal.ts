import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { beginImmediate, maxPauseMs } from './write-lock.ts';

/** How much is rewritten while nothing else can be written, and then synced: 300 MiB at once kept leads waiting for seconds. */
const sliceBytes = 4 * 1024 * 1024;
/** Longer than other processes pause between their tries: each of them gets the lock before the next slice. */
const pauseMs = maxPauseMs + 5;

/**
 * Rewrites the WAL with its own content and syncs it. After a failed fsync the system's cache holds data that the disk
 * does not, and only a new write makes a later fsync retry it. If the process is then killed, the WAL still reads as
 * complete: repeated requests would be acknowledged from it, and a checkpoint would copy it to the database file. A power
 * cut would then lose the former and corrupt the latter. So this comes before any other use of the database.
 *
 * It goes slice by slice, because another process may serve the database: each is rewritten under the write lock, and synced
 * after it. What others write in between they sync themselves.
 */
export async function rewriteWal(connection: DatabaseSync, wal: string): Promise<void> {
  if (!existsSync(wal)) return;
  const file = await open(wal, 'r+');
  try {
    const slice = Buffer.alloc(sliceBytes);
    for (let position = 0, isOver = false; !isOver; ) {
      await beginImmediate(connection);
      const { bytesRead } = await file.read(slice, 0, sliceBytes, position);
      position += (await file.write(slice, 0, bytesRead, position)).bytesWritten;
      connection.exec('rollback');
      await file.sync();
      isOver = bytesRead === 0;
      if (bytesRead === sliceBytes) await pause(pauseMs);
    }
  } finally {
    await file.close();
  }
}
