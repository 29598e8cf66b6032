import { sql } from 'kysely';
import { type Database, DatabaseUnavailable } from './database.ts';
import { operation } from './operation.ts';
import { rawStatement } from './statement.ts';

const anything = rawStatement<Record<never, never>, { number: number }>(
  () => sql`select number from migrations limit 1`,
);
/** The revision of nothing. SQLite would not write an update that changes no byte. */
const trial = rawStatement<Record<never, never>, never>(
  () => sql`
    insert into revisions (subject, number) values ('trial', 1)
    on conflict (subject) do update set number = revisions.number + 1`,
);

/** A write that changes nothing that matters: it fails where an entry could not be stored. */
export const tryWrite = operation('tryWrite', async (tx) => {
  await tx.run(trial, {});
});

/**
 * Adds `ready` to a database. A full disk can still be read, so that reads alone would call a service ready that refuses
 * every entry; and once a service that isn't ready gets no requests, only a trial write can tell that it recovered.
 */
export function withReadiness(database: Omit<Database, 'ready'>): Database {
  let isWritable = false;
  const noting = async <T>(written: Promise<T>): Promise<T> => {
    try {
      const result = await written;
      isWritable = true;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) isWritable = false;
      throw error;
    }
  };
  const write: Database['write'] = (...write) => noting(database.write(...write));
  return {
    ...database,
    write,
    transaction: (work) => noting(database.transaction(work)),
    async ready() {
      await database.read.first(anything, {});
      if (!isWritable) await write(tryWrite, undefined, new Date());
    },
  };
}
