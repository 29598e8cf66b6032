import { type Database, NewerSchema } from './database.ts';
import { operation } from './operation.ts';

const intervalMs = 5_000;

/** Writes nothing. Like every write, it is refused once the schema is newer than this program. */
export const lookAtSchema = operation('lookAtSchema', async () => undefined);

/**
 * Calls `onNewer` once, soon after a newer program has migrated the database: it may be hours before this process writes
 * anything else. Does not keep the process alive.
 */
export function watchSchema(database: Pick<Database, 'write'>, onNewer: () => void): void {
  let isKnown = false;
  const timer = setInterval(() => {
    database.write(lookAtSchema, undefined, new Date()).catch((error: unknown) => {
      if (!(error instanceof NewerSchema) || isKnown) return;
      isKnown = true;
      clearInterval(timer);
      onNewer();
    });
  }, intervalMs).unref();
}
