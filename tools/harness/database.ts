import { sql } from 'kysely';
import { insertEndpoint } from '../../server/src/access/new-credentials.ts';
import { type Installation, openInstallation } from '../../server/src/commands/installation.ts';
import { parseConfig } from '../../server/src/config.ts';
import { appendTest } from '../../server/src/outbox/append.ts';
import type { Database } from '../../server/src/store/database.ts';
import type { Location } from '../../server/src/store/migrate.ts';
import { openDatabase } from '../../server/src/store/open.ts';
import { rawStatement } from '../../server/src/store/statement.ts';
import { password, secretKey, token } from './service-process.ts';

/** A stored event. */
export interface Stored {
  readonly webhookId: string;
  readonly state: 'pending' | 'delivered' | 'failed';
}

const allEvents = rawStatement<Record<never, never>, Stored>(
  () => sql`select webhook_id as "webhookId", state from outbox`,
);
const endLeases = rawStatement<{ now: string }, unknown>(
  (p) => sql`update outbox set next_at = ${p.now} where state = 'pending' and next_at > ${p.now}`,
);

/** Opens in this process the installation that a service with these settings uses. */
export function openHere(env: Readonly<Record<string, string>>): Promise<Installation> {
  return openInstallation(
    parseConfig({ SECRET_KEY: secretKey, FIRST_PASSWORD: password, FIRST_TOKEN: token, ...env }),
  );
}

/** Adds endpoints at these addresses to a database, which need not exist. Returns their ids. */
export async function createOutbox(
  env: Readonly<Record<string, string>>,
  urls: readonly string[],
): Promise<number[]> {
  const { database, secrets, close } = await openHere(env);
  const administration = { secrets, now: new Date() };
  const ids = await database.transaction(async (tx) => {
    const added: number[] = [];
    for (const url of urls) added.push((await insertEndpoint(tx, administration, { callerId: 1, url })).id);
    return added;
  });
  await close();
  return ids;
}

/** Opens the database while `work` runs; other processes may be using it. */
export async function withDatabase<T>(
  location: Location,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    location,
    poolSize: 4,
    now: new Date(),
    onProblem: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Writes a number of events, spread over the endpoints. */
export async function writeEvents(
  database: Database,
  endpointIds: readonly number[],
  count: number,
): Promise<void> {
  const now = new Date().toISOString();
  await database.transaction(async (tx) => {
    for (let i = 0; i < count; i++) await appendTest(tx, endpointIds[i % endpointIds.length] ?? 0, now);
  });
}

export function eventsIn(database: Database): Promise<Stored[]> {
  return database.read.all(allEvents, {});
}

/** Makes claimed rows due now, as if the leases of a dead process had expired. */
export async function expireLeases(database: Database): Promise<void> {
  const now = new Date().toISOString();
  await database.transaction((tx) => tx.run(endLeases, { now }));
}
