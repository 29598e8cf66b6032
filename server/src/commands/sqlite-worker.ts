// Long work inside SQLite, in a process of its own: the command's own one shows progress and hears signals, and
// nothing but the end of a process stops SQLite in the middle of a statement.
import { connect } from '../database/sqlite-connection.ts';
import type { SqliteAnswer, SqliteJob } from './sqlite-job.ts';

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
        return problemsOf(connection.prepare('pragma integrity_check').all());
      case 'quick check':
        return problemsOf(connection.prepare('pragma quick_check').all());
      default:
        return kind satisfies never;
    }
  } finally {
    connection.close();
  }
}

function problemsOf(rows: readonly Record<string, unknown>[]): string[] {
  return rows.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== 'ok');
}
