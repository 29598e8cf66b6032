import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export const password = 'pw_bench-0123456789abcdef';
/** The setting `SECRET_KEY`, which PostgreSQL requires. */
export const secretKey = 'a-secret-key-for-measuring-of-32-and-more';
/** The service of a checkout, as `npm start` starts it. */
export const serviceOf = (checkout: string) => join(checkout, 'bin/accueil.js');
/** This checkout. */
export const here = new URL('../..', import.meta.url).pathname;
export const service = serviceOf(here);
/** The baseline server. */
export const bare = join(here, 'tools/bench/bare.ts');
const run = promisify(execFile);

/** A server under measurement, stopped at the end of an `await using`. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Command prefix, such as `strace` with its options. */
  readonly under?: readonly string[];
  readonly args?: readonly string[];
}

/** Command prefix that delays every fsync by `ms`. */
export const withSlowFsyncs = (ms: number): string[] => [
  ...['strace', '-f', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
  ...['-e', `inject=fsync,fdatasync:delay_enter=${ms * 1000}`],
];

/** Starts a Node program that listens on `PORT`, and waits until it does. */
export async function startServer(
  program: string,
  { env = {}, under = [], args = [] }: ServerOptions = {},
): Promise<Server> {
  const port = await freePort();
  const [command = '', ...rest] = [...under, process.execPath, program, ...args];
  const child = spawn(command, rest, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: under.length > 0,
  });
  const pid = child.pid ?? 0;
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Under strace the server is a child process in the same group.
    process.kill(under.length > 0 ? -pid : pid, 'SIGTERM');
    await ended;
  };
  await answering(port, child);
  return { port, pid, stop, [Symbol.asyncDispose]: stop };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`A server under measurement ended with ${child.exitCode}`);
    try {
      await fetch(`http://127.0.0.1:${port}/health/live`);
      return;
    } catch {
      await wait(5);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** Connections of a load, with one request in flight on each. */
export const connections = 64;

/** What the client of a load is told. */
export interface Load {
  readonly port: number;
  readonly kind: string;
  readonly seconds: number;
  /** The number of stored entries. */
  readonly entries: number;
}

/** Runs one kind of load. Returns requests served per second, and sent in total. Throws when any failed. */
export async function load(port: number, kind: string, seconds: number, entries = 1) {
  const settings: Load = { port, kind, seconds, entries };
  const program = join(here, 'tools/bench/closed-loop-client.ts');
  const { stdout } = await run(process.execPath, [program, JSON.stringify(settings)]);
  const loaded = JSON.parse(stdout) as { perSecond: number; sent: number; failed: number };
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests of the kind ${kind} failed`);
  return loaded;
}
