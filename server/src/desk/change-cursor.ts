import { sql } from 'kysely';
import type { Secrets } from '../secrets.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';

const newestOf = rawStatement<Record<never, never>, { entry: number | null; line: number | null }>(
  () => sql`select (select max(id) from entries) as entry, (select max(id) from history) as line`,
);

/**
 * What is another text after every arrival and every change of an entry. It tells nothing else, such as how many entries
 * the other residences have.
 */
export async function changeCursor(read: Queries, secrets: Secrets): Promise<string> {
  const newest = await read.first(newestOf, {});
  return secrets.hash(`newest ${newest?.entry} ${newest?.line}`);
}
