import { fork } from 'node:child_process';
import { once } from 'node:events';
import { CommandError, type Context, Stopped } from './context.ts';

/** A long-running job in SQLite: a consistent copy into an empty file, or a check of the whole database. */
export interface SqliteJob {
  readonly kind: 'copy' | 'check' | 'quick check';
  readonly file: string;
  /** The target of a copy; empty otherwise. */
  readonly target: string;
}

export type SqliteJobResult =
  | { /** Found by a check. */ readonly problems: readonly string[] }
  | { readonly failure: string };

/**
 * Runs a job in a child process and returns the problems found by a check. Throws a {@link CommandError} when SQLite
 * fails, and when the command is asked to stop meanwhile.
 */
export async function runSqliteJob({ stopped }: Context, job: SqliteJob): Promise<readonly string[]> {
  const child = fork(new URL('./sqlite-worker.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const received: { result?: SqliteJobResult } = {};
  child.once('message', (result) => {
    received.result = result as SqliteJobResult;
  });
  child.send(job);
  await Promise.race([exited, stopped]);
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await exited;
    throw new Stopped();
  }
  const { result } = received;
  if (result === undefined) throw new CommandError('The work on the database ended in the middle');
  if ('failure' in result) throw new CommandError(result.failure);
  return result.problems;
}
