import { join } from 'node:path';
import pg from 'pg';
import type { Location } from '../../server/src/store/migrate.ts';
import { onPostgres } from '../harness/command.ts';
import { connectTo } from '../harness/requests.ts';
import { environmentOf, type ProcessOptions, startProcess } from '../harness/service-process.ts';
import { admin, firstAdmin, signIn } from '../harness/staff.ts';
import type { Plan } from './plan.ts';
import { storeEntries } from './stored.ts';

/** Fills a database on the engine of the plan, and passes it to `work`. */
export async function withFilled(plan: Plan, work: (location: Location) => Promise<void>): Promise<void> {
  const { engine, folder, entries, print } = plan;
  const fill = async (location: Location) => {
    await storeEntries(settingsOf(location), entries, print);
    // As autovacuum has done on any day but the first: otherwise no index is read without its rows.
    if (location.engine === 'postgres') await execute(location.url, 'vacuum analyze');
    await work(location);
  };
  if (engine === 'sqlite') await fill({ engine, file: join(folder, 'filled', 'accueil.db') });
  else await onPostgres((url) => fill({ engine, url }));
}

/** Runs statements on a PostgreSQL, each in a transaction of its own. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const settingsOf = (location: Location) => ({ ...environmentOf(location), FIRST_ADMIN: firstAdmin });

/** Starts the service on a database that {@link withFilled} has filled, and signs its administrator in. */
export async function startSignedIn(location: Location, options: ProcessOptions = {}) {
  const server = await startProcess({ ...options, env: settingsOf(location) });
  const connections = connectTo(server.url, 2_048);
  const staff = await signIn(connections, server.url, admin);
  const stop = async () => {
    connections.close();
    await server.stop();
  };
  return { url: server.url, connections, staff, stop };
}
export type SignedIn = Awaited<ReturnType<typeof startSignedIn>>;
