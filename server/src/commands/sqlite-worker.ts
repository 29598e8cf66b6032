// Long work inside SQLite, in a process of its own: the command's own one shows progress and hears signals, and
// nothing but the end of a process stops SQLite in the middle of a statement.
import type { DatabaseSync } from 'node:sqlite';
import { connect } from '../store/sqlite/connection.ts';
import type { SqliteAnswer, SqliteJob } from './sqlite-job.ts';

/** SQLite's result code for a damaged file. */
const corrupt = 11;

process.once('message', (job: SqliteJob) => {
  process.send?.(answerTo(job), () => process.disconnect?.());
});

function answerTo(job: SqliteJob): SqliteAnswer {
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
        // One read transaction from beginning to end: it neither waits for writers nor holds them up.
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

/** What a check finds: a damaged index ends it with an error, after what it has found before. */
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
