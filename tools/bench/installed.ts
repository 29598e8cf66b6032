import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import pg from 'pg';
import { createDatabase, startPostgres, type TestPostgres } from '../../server/test/fixtures/postgres.ts';
import type { ComparisonPlan } from './plan.ts';
import { password, type Server, secretKey, serviceOf, startServer, withSlowFsyncs } from './processes.ts';
import { firstAdmin } from './staff.ts';

const run = promisify(execFile);

/** Runs a statement on a connection separate from the service's. */
type Execute = (text: string) => Promise<readonly object[]>;

/** The service of a checkout, with a database of its own that its code has filled. */
export interface Installed {
  readonly name: string;
  /** `fsyncMs`: delay added to each fsync. */
  start(fsyncMs?: number): Promise<Server>;
  connect<T>(work: (execute: Execute) => Promise<T>): Promise<T>;
  /** Begins a transaction that blocks all other writes. */
  readonly lock: readonly string[];
  backUp(): Promise<void>;
}

/** Installs the services of all checkouts and passes them to `work`. */
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
  { folder, entries, data, print }: ComparisonPlan,
  postgres: TestPostgres | undefined,
): Promise<Installed> {
  const name = basename(checkout);
  // Each fills its own schema.
  const { storeEntries }: typeof import('./stored.ts') = await import(join(checkout, 'tools/bench/stored.ts'));
  const DATA_DIR = join(folder, `installed-${name}`);
  const common = { DATA_DIR, FIRST_PASSWORD: password, FIRST_ADMIN: firstAdmin };
  if (postgres !== undefined) {
    const DATABASE_URL = await createDatabase(postgres.url);
    const env = { ...common, DATABASE_URL, SECRET_KEY: secretKey };
    await storeEntries(env, entries, print);
    const installed = onPostgres(name, serviceOf(checkout), env);
    // As autovacuum has done on any day but the first: otherwise no index is read without its rows.
    await installed.connect((execute) => execute('vacuum analyze'));
    return installed;
  }
  const kept = data === undefined ? DATA_DIR : join(data, `${name}-${entries}`);
  if (!existsSync(kept)) await storeEntries({ ...common, DATA_DIR: kept }, entries, print);
  if (kept !== DATA_DIR) await cp(kept, DATA_DIR, { recursive: true });
  return onSqlite(name, serviceOf(checkout), common);
}

function onSqlite(name: string, program: string, env: Record<'DATA_DIR', string>): Installed {
  let backups = 0;
  return {
    name,
    lock: ['begin immediate'],
    start: (fsyncMs) =>
      startServer(program, { env, under: fsyncMs === undefined ? [] : withSlowFsyncs(fsyncMs) }),
    async connect(work) {
      const file = new DatabaseSync(join(env.DATA_DIR, 'accueil.db'), { timeout: 10_000 });
      const done = await work(async (text) => file.prepare(text).all());
      file.close();
      return done;
    },
    async backUp() {
      const target = join(env.DATA_DIR, `backup-${backups++}`);
      await run(process.execPath, [program, 'backup', target], { env: { ...process.env, ...env } });
    },
  };
}

function onPostgres(name: string, program: string, env: Record<'DATABASE_URL', string>): Installed {
  const connect: Installed['connect'] = async (work) => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const done = await work(async (text) => (await client.query<object>(text)).rows);
    await client.end();
    return done;
  };
  return {
    name,
    connect,
    lock: ['begin', 'lock table entries in exclusive mode'],
    async start(fsyncMs = 0) {
      await connect(async (execute) => {
        // PostgreSQL's own delay before an fsync, here also for a single commit.
        await execute(`alter system set commit_delay = ${fsyncMs * 1_000}`);
        await execute('alter system set commit_siblings = 0');
        await execute('select pg_reload_conf()');
      });
      return startServer(program, { env });
    },
    // Reads as pg_dump does; pg_dump itself would have to match the server's version.
    backUp: () =>
      connect(async (execute) => {
        await execute(`do $$ declare t text; begin
          for t in select tablename from pg_tables where schemaname = 'public' loop
            execute format('copy %I to ''/dev/null''', t);
          end loop; end $$`);
      }),
  };
}
