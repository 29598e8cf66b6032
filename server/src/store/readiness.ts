import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { RequestError } from '../contract/request-error.ts';
import {
  type Database,
  DatabaseUnavailable,
  ForeignKeyViolation,
  type Operation,
  UniqueViolation,
} from './database.ts';
import { loggableError } from './loggable-error.ts';
import { operation } from './operation.ts';
import { rawStatement } from './statement.ts';

/** How long a success counts, unless a write fails meanwhile: strangers may ask as often as they like. */
const validMs = 250;
/** The pause after a failure. */
const retryPauseMs = 100;

const anyRow = rawStatement<Record<never, never>, { number: number }>(
  () => sql`select number from migrations limit 1`,
);
/** Increments a revision that nothing reads: SQLite would skip an update that changes no byte. */
const bumpTrial = rawStatement<Record<never, never>, never>(
  () => sql`
    insert into revisions (subject, number) values ('trial', 1)
    on conflict (subject) do update set number = revisions.number + 1`,
);

/** A change that nothing reads: only a commit shows that the disk syncs what is written. */
export const tryCommit = operation('tryCommit', async (tx) => {
  await tx.run(bumpTrial);
});

/** A database, and how it runs an operation as `write` does, without storing anything. */
type Rehearsing = Omit<Database, 'ready'> & {
  readonly rehearse: <Input>(operation: Operation<Input, unknown>, input: Input, now: Date) => Promise<void>;
};

/**
 * Adds `ready` to a database. Reads alone are not enough: they succeed on a full disk and with a damaged index, where every
 * entry is refused. And since a service that isn't ready gets no requests, only a trial can tell that it has recovered.
 */
export function withReadiness({ rehearse, ...database }: Rehearsing): Database {
  let canCommit = false;
  /** On the clock of `performance.now()`. */
  let validUntil = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let trial: Promise<void> | undefined;

  const tracked = async <T>(written: Promise<T>): Promise<T> => {
    try {
      const result = await written;
      canCommit = true;
      return result;
    } catch (error) {
      if (!isOfSender(error)) validUntil = Number.NEGATIVE_INFINITY;
      if (error instanceof DatabaseUnavailable) canCommit = false;
      throw error;
    }
  };
  const write: Database['write'] = (...args) => tracked(database.write(...args));

  async function tryOut<Input>(operation: Operation<Input, unknown>, input: Input): Promise<void> {
    await wait(Math.max(0, pausedUntil - performance.now()));
    try {
      await database.read.first(anyRow);
      await rehearse(operation, input, new Date());
      if (!canCommit) await write(tryCommit, undefined, new Date());
      validUntil = performance.now() + validMs;
    } catch (error) {
      pausedUntil = performance.now() + retryPauseMs;
      // Such as a column that was renamed: whatever it is, entries are not stored.
      throw error instanceof DatabaseUnavailable
        ? error
        : new DatabaseUnavailable(loggableError(error).message, { cause: error });
    }
  }

  return {
    ...database,
    write,
    transaction: (work) => tracked(database.transaction(work)),
    async ready(operation, input) {
      if (performance.now() < validUntil) return;
      trial ??= tryOut(operation, input).finally(() => {
        trial = undefined;
      });
      await trial;
    },
  };
}

/** Whether it says nothing of the database. */
function isOfSender(error: unknown): boolean {
  return [RequestError, UniqueViolation, ForeignKeyViolation].some((kind) => error instanceof kind);
}
