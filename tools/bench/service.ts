import { join } from 'node:path';
import type { Location } from '../../server/src/store/migrate.ts';
import { withClient } from '../../server/src/store/postgres/client.ts';
import { onPostgres } from '../harness/command.ts';
import { connectTo } from '../harness/requests.ts';
import { environmentOf, startProcess } from '../harness/service-process.ts';
import { admin, firstAdmin, signIn } from '../harness/staff.ts';
import type { Plan } from './plan.ts';
import { storeEntries } from './stored.ts';

/** Fills a database on the engine of the plan, and passes it to `work`. */
export async function withFilled(plan: Plan, work: (location: Location) => Promise<void>): Promise<void> {
  const { engine, folder, entries, print } = plan;
  const fill = async (location: Location) => {
    await storeEntries(settingsOf(location), entries, print);
    // As autovacuum has done on any day but the first: otherwise no index is read without its rows.
    if (location.engine === 'postgres')
      await withClient(location.url, 'accueil bench', (client) => client.query('vacuum analyze'));
    await work(location);
  };
  if (engine === 'sqlite') await fill({ engine, file: join(folder, 'filled', 'accueil.db') });
  else await onPostgres((url) => fill({ engine, url }));
}

const settingsOf = (location: Location) => ({ ...environmentOf(location), FIRST_ADMIN: firstAdmin });

/** Starts the service on a database that {@link withFilled} has filled, and signs its administrator in. */
export async function startSignedIn(location: Location) {
  const server = await startProcess({ env: settingsOf(location) });
  const connections = connectTo(server.url, 1);
  const staff = await signIn(connections, server.url, admin);
  const stop = async () => {
    connections.close();
    await server.stop();
  };
  return { url: server.url, staff, stop };
}
export type SignedIn = Awaited<ReturnType<typeof startSignedIn>>;

/** The time of an answer that must be good, in ms, and its text. */
export async function timed(answer: ReturnType<SignedIn['staff']['get']>) {
  const started = performance.now();
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return { ms: performance.now() - started, body };
}
