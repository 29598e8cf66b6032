// What a whole test run shares: the process of every test file gets this environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { migrate } from '../src/store/migrate.ts';
import { memoryFolder } from './fixtures/memory-folder.ts';
import { createDatabase, startPostgres, type TestPostgres } from './fixtures/postgres.ts';

let postgres: TestPostgres | undefined;
let browser: ChildProcess | undefined;
let folder: string | undefined;

/** The same folder as the launcher's for compiled code (bin/accueil.js): Node keys it by the text of each module. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/accueil', import.meta.url));

export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= cache;
  folder = mkdtempSync(join(memoryFolder(), 'accueil-templates-'));
  process.env.TEST_FOLDER = folder;
  await Promise.all([startBrowser(), prepareDatabases(folder), joinWriterThread()]);
}

/** In a process of its own: what a browser needs in its environment is not for every test file. */
async function startBrowser(): Promise<void> {
  const program = fileURLToPath(new URL('../../backoffice/test/chromium.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  browser = child;
  process.env.TEST_BROWSER_PID = String(child.pid);
  for await (const address of createInterface(child.stdout)) {
    process.env.TEST_BROWSER = address;
    return;
  }
  throw new Error('Chromium did not start');
}

async function prepareDatabases(folder: string): Promise<void> {
  postgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = postgres.url;

  // Databases that have their schema already: what is not about migrations begins with a copy.
  const file = join(folder, 'accueil.db');
  const url = await createDatabase(postgres.url);
  await migrate({ engine: 'sqlite', file }, new Date());
  await migrate({ engine: 'postgres', url }, new Date());
  process.env.TEST_SQLITE_TEMPLATE = file;
  process.env.TEST_POSTGRES_TEMPLATE = new URL(url).pathname.slice(1);
}

/** Joins the program of a writer thread and its libraries, for `fixtures/writer-pool.ts`. */
async function joinWriterThread(): Promise<void> {
  const program = await rolldown({
    input: fileURLToPath(new URL('fixtures/writer-pool-thread.ts', import.meta.url)),
    platform: 'node',
    resolve: { symlinks: false },
    plugins: [
      {
        name: 'files beside the sources',
        transform: (code, id) => code.replaceAll('import.meta.url', `'${pathToFileURL(id)}'`),
      },
    ],
  });
  const [{ code }] = (await program.generate({ codeSplitting: false })).output;
  await program.close();
  // Always in the same place, so that its compiled code is kept. Another run may be reading the file that was there.
  const file = join(cache, 'writer-thread.mjs');
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}-${process.pid}`, code);
  renameSync(`${file}-${process.pid}`, file);
  process.env.TEST_WRITER_THREAD = String(pathToFileURL(file));
}

export async function globalTeardown(): Promise<void> {
  browser?.stdin?.end();
  await postgres?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
