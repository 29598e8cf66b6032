import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { sqliteFailure } from './connection.ts';

/** How long a write waits, in ms, while another process writes: longer than any command of ours takes. */
const patienceMs = 15_000;
const longestPauseMs = 20;

/** Until when a write that is asked for now waits for its turn: a time of `performance.now()`. */
export function writeDeadline(): number {
  return performance.now() + patienceMs;
}

/**
 * Begins a transaction that writes, as soon as no other process does. SQLite's own wait (`busy_timeout`) would stop the
 * event loop, and with it every request. Throws {@link DatabaseUnavailable} at the deadline, and when `stopping` says so.
 */
export async function beginImmediate(
  connection: DatabaseSync,
  deadline = writeDeadline(),
  stopping?: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    // It may have been closed meanwhile.
    if (!connection.isOpen) throw new DatabaseUnavailable('SQLite: the database is closed');
    try {
      connection.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline || stopping?.aborted === true)
        throw sqliteFailure(error);
    }
    await pause(Math.min(tries, longestPauseMs));
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
