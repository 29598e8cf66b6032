import { sql } from 'kysely';
import type { Database } from '../src/database/port.ts';
import { rawStatement } from '../src/database/statement.ts';

/** What a query answers, for what no route shows. */
export function rows<R>(database: Database, query: string): Promise<R[]> {
  return database.read.all(written<R>(query), {});
}

/** The one number that a query answers. */
export async function number(database: Database, query: string): Promise<number> {
  const [row] = await rows<Record<string, number>>(database, query);
  return Number(Object.values(row ?? {})[0]);
}

/** Changes the database as a command, or somebody else's process, would. Answers how many rows. */
export function execute(database: Database, statement: string): Promise<number> {
  return database.transaction((tx) => tx.run(written(statement), {}));
}

function written<R>(text: string) {
  return rawStatement<Record<never, never>, R>(() => sql.raw<R>(text));
}
