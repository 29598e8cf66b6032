import { fork } from 'node:child_process';
import { once } from 'node:events';
import { CommandError, type Context } from './context.ts';

/** Something that takes SQLite long: a consistent copy into an empty file, or a check of a whole database. */
export interface SqliteJob {
  readonly kind: 'copy' | 'check' | 'quick check';
  readonly file: string;
  /** Of a copy; `""` otherwise. */
  readonly target: string;
}

/** What became of it. */
export type SqliteAnswer =
  | { /** That a check found. */ readonly problems: readonly string[] }
  | { readonly failure: string };

/**
 * Runs it in a process of its own. Answers the problems that a check found.
 * Throws a {@link CommandError} when SQLite fails, and when the command is asked to stop meanwhile.
 */
export async function runSqliteJob({ stopped }: Context, job: SqliteJob): Promise<readonly string[]> {
  const child = fork(new URL('./sqlite-worker.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const told: { answer?: SqliteAnswer } = {};
  child.once('message', (answer) => {
    told.answer = answer as SqliteAnswer;
  });
  child.send(job);
  await Promise.race([exited, stopped]);
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await exited;
    throw new CommandError('stopped before the end');
  }
  const { answer } = told;
  if (answer === undefined) throw new CommandError('The work on the database ended in the middle');
  if ('failure' in answer) throw new CommandError(answer.failure);
  return answer.problems;
}
