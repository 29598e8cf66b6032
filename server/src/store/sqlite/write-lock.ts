import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { sqliteFailure } from './connection.ts';

/** How long a write waits for another process's lock: longer than any of our commands holds it. */
const lockTimeoutMs = 15_000;
/** The longest pause between two tries. */
export const maxPauseMs = 20;

/** Returns the deadline of a write requested now, on the clock of `performance.now()`. */
export function writeDeadline(): number {
  return performance.now() + lockTimeoutMs;
}

/**
 * Begins a write transaction as soon as no other process holds the lock. SQLite's own wait (`busy_timeout`) would block
 * the event loop. Throws {@link DatabaseUnavailable} at the deadline, and when `stopping` is aborted.
 */
export async function beginImmediate(
  connection: DatabaseSync,
  deadline = writeDeadline(),
  stopping?: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    // It may have been closed during a pause.
    if (!connection.isOpen) throw new DatabaseUnavailable('SQLite: the database is closed');
    try {
      connection.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline || stopping?.aborted === true)
        throw sqliteFailure(error);
    }
    await pause(Math.min(tries, maxPauseMs));
  }
}

/** Whether another process holds the lock. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === 5
  );
}
