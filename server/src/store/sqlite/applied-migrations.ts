import type { DatabaseSync } from 'node:sqlite';

/** Returns the numbers of the applied migrations, or `undefined` when there is no migrations table. */
export function appliedOn(connection: DatabaseSync): number[] | undefined {
  const table = connection.prepare(`select 1 from sqlite_schema where name = 'migrations'`).get();
  if (table === undefined) return undefined;
  return connection
    .prepare('select number from migrations order by number')
    .all()
    .map(({ number }) => Number(number));
}
