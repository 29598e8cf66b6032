import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Location } from '../../server/src/store/migrate.ts';
import { createOutbox, expireLeases, withDatabase, writeEvents } from '../harness/database.ts';
import { seeded } from '../harness/random.ts';
import { type Connections, connectTo } from '../harness/requests.ts';
import { password, startProcess } from '../harness/service-process.ts';
import { problemsOf } from './consistency.ts';
import { creation } from './creations.ts';
import { drained, lost } from './deliveries.ts';
import { openCountingReceiver } from './receiver.ts';

export interface CutOptions {
  /** A new database on a dedicated server: every connection to that server is cut. */
  readonly url: string;
  /** The number of cuts, counting those that hit at least one connection. */
  readonly cuts: number;
  readonly seed: number;
  /** Ends the run, and the processes it has started. */
  readonly signal?: AbortSignal;
  /** Called after each cut. */
  readonly onCut?: (done: number, cuts: number) => void;
}

export interface CutReport {
  readonly acknowledged: number;
  /** Requests that got a 503 and were sent again. */
  readonly refused: number;
  /** Cut connections, by what they were doing. */
  readonly hits: Readonly<Record<Kind, number>>;
  readonly problems: readonly string[];
}

const kinds = ['idle', 'in transaction', 'being opened', 'listening'] as const;
type Kind = (typeof kinds)[number];

const callersPerProcess = 16;
const endpoints = 4;
const eventsBefore = 400;
const eventsAfter = 40;
/** The longest pause between two cuts. */
const longestPauseMs = 200;

const processes = "backend_type = 'client backend' and pid <> pg_backend_pid()";
/** The connections that each kind of cut terminates. */
const victims: Readonly<Record<Kind, string>> = {
  idle: `state = 'idle' and application_name = 'accueil'`,
  'in transaction': `(state like 'idle in transaction%' or state = 'active') and application_name = 'accueil'`,
  'being opened': `(state = 'starting' or state is null or backend_start > clock_timestamp() - interval '5 ms')`,
  listening: `application_name = 'accueil listener'`,
};

/**
 * Runs two processes on one PostgreSQL under creations, look-ups and deliveries, and terminates their connections with
 * `pg_terminate_backend` at random moments, as a fail-over, an idle timeout or a pooler does. Both processes must survive,
 * respond with 200 or 503 only, lose nothing they acknowledged, store nothing twice, and deliver every event.
 */
export async function cutConnections({ url, cuts, seed, signal, onCut }: CutOptions): Promise<CutReport> {
  const random = seeded(seed);
  const location: Location = { engine: 'postgres', url };
  const problems: string[] = [];
  const receiver = await openCountingReceiver();
  const env = { DATABASE_URL: url, WEBHOOK_ALLOW: '127.0.0.0/8' };
  const endpointIds = await createOutbox(
    env,
    Array.from({ length: endpoints }, (_, i) => `${receiver.url}/${i}`),
  );
  await withDatabase(location, (database) => writeEvents(database, endpointIds, eventsBefore));
  const services = await Promise.all([startProcess({ env, signal }), startProcess({ env, signal })]);
  const callers = services.map((service) => connectTo(service.url, callersPerProcess));

  const acknowledged: string[] = [];
  const again: number[] = [];
  let next = 0;
  let refused = 0;
  let over = false;
  const died: string[] = [];
  for (const { ended, output } of services) {
    void ended.then(({ code, signal }) => {
      if (over) return;
      over = true;
      died.push(`A process ended by itself (${code ?? signal}):\n${output().slice(-2_000)}`);
    });
  }
  async function ask(connections: Connections, path: string, body?: unknown): Promise<boolean> {
    const { status, body: text } = await connections.ask(`${path}?password=${password}`, body);
    if (status !== 200 && status !== 503) problems.push(`${path}: ${status} ${text}`);
    return status === 200;
  }
  /** One caller: creates entries and looks them up. */
  async function call(connections: Connections): Promise<void> {
    while (!over || again.length > 0) {
      const n = again.pop() ?? next++;
      const { customId, path, body } = creation(n);
      try {
        if (await ask(connections, path, body)) {
          acknowledged.push(customId);
          await ask(connections, `/fr/customId/${customId}`);
        } else {
          refused++;
          again.push(n);
        }
      } catch (error) {
        problems.push(`${customId}: no answer (${error instanceof Error ? error.message : error})`);
        return;
      }
    }
  }
  const calling = callers.flatMap((connections) =>
    Array.from({ length: callersPerProcess }, () => call(connections)),
  );

  const hits = await cutAgainAndAgain();
  over = true;
  await Promise.all(calling);
  if (died.length > 0) {
    for (const service of services) service.kill('SIGKILL');
    for (const connections of callers) connections.close();
    await receiver.close();
    return { acknowledged: acknowledged.length, refused, hits, problems: [...died, ...problems] };
  }

  await withDatabase(location, (database) => writeEvents(database, endpointIds, eventsAfter));
  await withDatabase(location, expireLeases);
  await drained(location);
  for (const service of services) problems.push(...(await service.stop()));
  for (const connections of callers) connections.close();
  problems.push(
    ...(await withDatabase(location, (database) => lost(database, receiver, eventsBefore + eventsAfter))),
  );
  problems.push(...(await problemsOf(location, acknowledged)));
  await receiver.close();
  return { acknowledged: acknowledged.length, refused, hits, problems };

  async function cutAgainAndAgain(): Promise<Record<Kind, number>> {
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    const found: Record<Kind, number> = { idle: 0, 'in transaction': 0, 'being opened': 0, listening: 0 };
    const cut = async (condition: string, most: number): Promise<number> => {
      const { rowCount } = await server.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity where ${processes} and ${condition} order by random() limit ${most}) as victims`,
      );
      return rowCount ?? 0;
    };
    const isAny = async (condition: string): Promise<boolean> => {
      const { rowCount } = await server.query(
        `select 1 from pg_stat_activity where ${processes} and ${condition} limit 1`,
      );
      return rowCount === 1;
    };
    let done = 0;
    for (let turn = 0; done < cuts && !over; turn++) {
      await wait(random() * longestPauseMs);
      const kind = kinds[turn % kinds.length] ?? 'idle';
      // A connection is being opened only briefly: cutting all of them first makes new ones open.
      if (kind === 'being opened') {
        await cut('true', 1_000);
        await wait(random() * 10);
      }
      // A process notices within a second that it no longer listens, and connects again.
      if (kind === 'listening') while (!over && !(await isAny(victims[kind]))) await wait(20);
      const hit = await cut(victims[kind], random() < 0.5 ? 1 : 1_000);
      found[kind] += hit;
      if (hit === 0) continue;
      done++;
      onCut?.(done, cuts);
    }
    await server.end();
    return found;
  }
}
