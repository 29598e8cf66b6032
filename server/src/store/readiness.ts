import { sql } from 'kysely';
import { type Database, DatabaseUnavailable } from './database.ts';
import { operation } from './operation.ts';
import { rawStatement } from './statement.ts';

const anyRow = rawStatement<Record<never, never>, { number: number }>(
  () => sql`select number from migrations limit 1`,
);
/** Increments a revision that nothing reads: SQLite would skip an update that changes no byte. */
const bumpTrial = rawStatement<Record<never, never>, never>(
  () => sql`
    insert into revisions (subject, number) values ('trial', 1)
    on conflict (subject) do update set number = revisions.number + 1`,
);

/** A trial write, which fails whenever an entry could not be stored. */
export const tryWrite = operation('tryWrite', async (tx) => {
  await tx.run(bumpTrial, {});
});

/**
 * Adds `ready` to a database. Reads alone are not enough: they succeed on a full disk, where every entry is refused. And
 * since a service that isn't ready gets no requests, only a trial write can tell that it has recovered.
 */
export function withReadiness(database: Omit<Database, 'ready'>): Database {
  let isWritable = false;
  const tracked = async <T>(written: Promise<T>): Promise<T> => {
    try {
      const result = await written;
      isWritable = true;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) isWritable = false;
      throw error;
    }
  };
  const write: Database['write'] = (...args) => tracked(database.write(...args));
  return {
    ...database,
    write,
    transaction: (work) => tracked(database.transaction(work)),
    async ready() {
      await database.read.first(anyRow, {});
      if (!isWritable) await write(tryWrite, undefined, new Date());
    },
  };
}
