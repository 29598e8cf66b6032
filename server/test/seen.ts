import { setImmediate } from 'node:timers/promises';
import type { Database, Subject } from '../src/database/port.ts';

/**
 * Makes a change and waits until `database` knows that its subject has changed: at once on SQLite; on PostgreSQL when
 * the notification arrives. A test that never sees it runs into the runner's timeout.
 */
export async function untilSeen<T>(
  database: Database,
  subject: Subject,
  change: () => Promise<T>,
): Promise<T> {
  while ((await database.revision(subject)) === undefined) await setImmediate();
  const before = await database.revision(subject);
  const result = await change();
  while ((await database.revision(subject)) === before) await setImmediate();
  return result;
}
