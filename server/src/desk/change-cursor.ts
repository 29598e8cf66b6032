import { sql } from 'kysely';
import type { Secrets } from '../secrets.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';

const newestOf = rawStatement<Record<never, never>, { entry: number | null; line: number | null }>(
  () => sql`select (select max(id) from entries) as entry, (select max(id) from history) as line`,
);

/**
 * Returns an opaque string that changes whenever an entry is created or changed. Hashed, so that it does not reveal how
 * many entries other residences have.
 */
export async function changeCursor(read: Queries, secrets: Secrets): Promise<string> {
  const newest = await read.first(newestOf, {});
  return secrets.hash(`newest ${newest?.entry} ${newest?.line}`);
}
