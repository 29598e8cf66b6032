import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import type { Queue } from './queues.ts';

/**
 * Returns a function that reads the body of a row as it is now; undefined when the row is gone. Those asked for together
 * are one query, so that attempts that begin together keep their order.
 */
export function bodyReader(
  read: Queries,
  table: Queue<never, never>['table'],
): (id: number) => Promise<string | undefined> {
  const bodies = rawStatement<{ ids: readonly number[] }, { id: number; body: string }>(
    (p, dialect) => sql`select id, body from ${sql.table(table)} where ${dialect.idIn('id', p.ids)}`,
  );
  let asked: number[] = [];
  let found: Promise<ReadonlyMap<number, string>> | undefined;

  async function readAsked(): Promise<ReadonlyMap<number, string>> {
    // Until the caller has asked for the others.
    await Promise.resolve();
    const ids = asked;
    asked = [];
    found = undefined;
    return new Map((await read.all(bodies, { ids })).map(({ id, body }) => [id, body]));
  }

  return async (id) => {
    asked.push(id);
    found ??= readAsked();
    return (await found).get(id);
  };
}
