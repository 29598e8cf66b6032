import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createDatabase, startPostgres, type TestPostgres } from '../server/test/postgres.ts';
import type { ComparisonPlan } from './plan.ts';
import { password, type Server, serviceOf, startServer, withSlowFsyncs } from './processes.ts';
import { firstAdmin } from './staff.ts';

const run = promisify(execFile);
const expiring = `test = 1, received_at = '2020-01-01T00:00:00.000Z'`;

/** The service of a checkout, with a database of its own that it has filled itself. */
export interface Installed {
  readonly name: string;
  /** `fsyncMs`: how much longer each fsync takes. */
  start(fsyncMs?: number): Promise<Server>;
  /** Keeps every other process from writing. */
  holdWriteLock(ms: number): Promise<void>;
  backUp(): Promise<void>;
  /** Turns entries of some ids (id % `divisor` = `remainder`) into what the service deletes when it starts next. */
  expire(divisor: number, remainder: number): Promise<void>;
}

/** Installs the services of all checkouts, and hands them to `work`. */
export async function withInstalled(
  plan: ComparisonPlan,
  work: (installed: readonly Installed[]) => Promise<void>,
): Promise<void> {
  const postgres = plan.engine === 'postgres' ? await startPostgres(tmpdir()) : undefined;
  try {
    const installed: Installed[] = [];
    for (const checkout of plan.checkouts) installed.push(await install(resolve(checkout), plan, postgres));
    await work(installed);
  } finally {
    await postgres?.stop();
  }
}

async function install(
  checkout: string,
  plan: ComparisonPlan,
  postgres: TestPostgres | undefined,
): Promise<Installed> {
  const name = basename(checkout);
  const program = serviceOf(checkout);
  // Each fills its own schema.
  const { storeEntries }: typeof import('./stored.ts') = await import(join(checkout, 'bench/stored.ts'));
  const folder = join(plan.folder, `installed-${name}`);
  const common = { DATA_DIR: folder, FIRST_PASSWORD: password, FIRST_ADMIN: firstAdmin };
  if (postgres === undefined) {
    const kept = plan.data === undefined ? folder : join(plan.data, `${name}-${plan.entries}`);
    if (!existsSync(kept)) await storeEntries({ ...common, DATA_DIR: kept }, plan.entries, plan.print);
    if (kept !== folder) await cp(kept, folder, { recursive: true });
    return { name, ...onSqlite(program, common) };
  }
  const env = {
    ...common,
    DATABASE_URL: await createDatabase(postgres.url),
    SECRET_KEY: 'a-secret-key-for-measuring-of-32-and-more',
  };
  await storeEntries(env, plan.entries, plan.print);
  return { name, ...onPostgres(program, env) };
}

function onSqlite(program: string, env: Record<'DATA_DIR', string>): Omit<Installed, 'name'> {
  const withFile = async (work: (file: DatabaseSync) => unknown) => {
    const file = new DatabaseSync(join(env.DATA_DIR, 'accueil.db'), { timeout: 10_000 });
    await work(file);
    file.close();
  };
  let backups = 0;
  return {
    start: (fsyncMs) =>
      startServer(program, { env, under: fsyncMs === undefined ? [] : withSlowFsyncs(fsyncMs) }),
    holdWriteLock: (ms) =>
      withFile(async (file) => {
        file.exec('begin immediate');
        await wait(ms);
        file.exec('rollback');
      }),
    async backUp() {
      const target = join(env.DATA_DIR, `backup-${backups++}`);
      await run(process.execPath, [program, 'backup', target], { env: { ...process.env, ...env } });
    },
    expire: (divisor, remainder) =>
      withFile((file) => file.exec(`update entries set ${expiring} where id % ${divisor} = ${remainder}`)),
  };
}

function onPostgres(program: string, env: Record<'DATABASE_URL', string>): Omit<Installed, 'name'> {
  const withClient = async (work: (client: pg.Client) => unknown) => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    await work(client);
    await client.end();
  };
  return {
    async start(fsyncMs = 0) {
      await withClient(async (client) => {
        // The wait before an fsync that is meant to gather commits, here for a single one as well.
        await client.query(`alter system set commit_delay = ${fsyncMs * 1_000}`);
        await client.query('alter system set commit_siblings = 0');
        await client.query('select pg_reload_conf()');
      });
      return startServer(program, { env });
    },
    holdWriteLock: (ms) =>
      withClient(async (client) => {
        await client.query('begin');
        await client.query('lock table entries in exclusive mode');
        await wait(ms);
        await client.query('rollback');
      }),
    // As pg_dump reads, which has to be of the server's own version.
    backUp: () =>
      withClient(async (client) => {
        await client.query('begin isolation level repeatable read');
        const { rows } = await client.query<{ name: string }>(
          `select tablename as name from pg_tables where schemaname = 'public'`,
        );
        for (const { name } of rows) await client.query(`copy ${pg.escapeIdentifier(name)} to '/dev/null'`);
        await client.query('commit');
      }),
    expire: (divisor, remainder) =>
      withClient((client) =>
        client.query(`update entries set ${expiring} where id % ${divisor} = ${remainder}`),
      ),
  };
}
