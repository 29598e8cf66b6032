import { sql } from 'kysely';
import { type Database, DatabaseUnavailable } from './port.ts';
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

/**
 * Adds `ready` to a database. A full disk still reads, so that reading alone would call a service ready that refuses
 * every entry; and once such a service gets no more requests, only a trial can tell that it could store them again. On a disk that is all but full the trial may succeed where the
 * next entry fails: then that one takes readiness away again, and each trial a little of the room.
 */
export function withReadiness(database: Omit<Database, 'ready'>): Database {
  const { gather } = database;
  let storable = true;
  const noting = async <T>(stored: Promise<T>): Promise<T> => {
    try {
      const result = await stored;
      storable = true;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) storable = false;
      throw error;
    }
  };
  const write: Database['write'] = (work) => noting(database.write(work));
  return {
    ...database,
    write,
    batch: (operation, pieces, now) => noting(database.batch(operation, pieces, now)),
    ...(gather !== undefined && {
      gather(operation, now) {
        const gathering = gather(operation, now);
        return { add: gathering.add, commit: (last) => noting(gathering.commit(last)) };
      },
    }),
    async ready() {
      await database.read.first(anything, {});
      if (!storable) await write((tx) => tx.run(trial, {}));
    },
  };
}
