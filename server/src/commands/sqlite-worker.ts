// Runs a long SQLite job in a child process, so that the command can show progress and handle signals. A running SQLite
// statement can only be stopped by ending its process.
import type { DatabaseSync } from 'node:sqlite';
import { connect } from '../store/sqlite/connection.ts';
import type { SqliteJob, SqliteJobResult } from './sqlite-job.ts';

/** SQLite's result code for a damaged file. */
const corrupt = 11;

process.once('message', (job: SqliteJob) => {
  process.send?.(resultOf(job), () => process.disconnect?.());
});

function resultOf(job: SqliteJob): SqliteJobResult {
  try {
    return { problems: work(job) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function work({ kind, file, target }: SqliteJob): string[] {
  const connection = connect(file);
  try {
    switch (kind) {
      case 'copy':
        // A single read transaction: it neither waits for writers nor blocks them.
        connection.prepare('vacuum into ?').run(target);
        return [];
      case 'check':
        return problemsOf(connection, 'pragma integrity_check');
      case 'quick check':
        return problemsOf(connection, 'pragma quick_check');
      default:
        return kind satisfies never;
    }
  } finally {
    connection.close();
  }
}

/** Returns the problems found. A damaged index ends the check with an error, which is added to them. */
function problemsOf(connection: DatabaseSync, check: string): string[] {
  const problems: string[] = [];
  try {
    for (const row of connection.prepare(check).iterate()) problems.push(...Object.values(row).map(String));
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === corrupt)) throw error;
    problems.push(error.message);
  }
  return problems.filter((text) => text !== 'ok');
}
