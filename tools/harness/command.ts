import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../../server/test/fixtures/postgres.ts';

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A temporary folder that goes with this process. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-tools-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  return folder;
}

/** Passes the URL of an empty database on a PostgreSQL of its own to `work`. */
export async function onPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  // Not in memory, as in tests: what it syncs shall take its time.
  const postgres = await startPostgres(tmpdir());
  try {
    return await work(await createDatabase(postgres.url));
  } finally {
    await postgres.stop();
  }
}

/** The value of an option that takes a whole number. */
export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${option}: expected a whole number, not ${text}`);
}
