import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location } from '../../server/src/store/migrate.ts';

export const password = 'pw_torture-0123456789-full';
export const token = 'tok_torture-0123456789-partner';
export const secretKey = 'secret-key-of-the-torture-0123456789';

export const launcher = fileURLToPath(new URL('../../bin/accueil.js', import.meta.url));

/**
 * The data folder of a process on PostgreSQL, which need not exist: one for each database, because the ledger of erasures is
 * kept there. Below the folder of a test run, which is removed with it.
 */
export function dataFolderOf(databaseUrl: string): string {
  const { pathname } = new URL(databaseUrl);
  return join(process.env.TEST_FOLDER ?? tmpdir(), `accueil-data-${pathname.slice(1)}`);
}

/** The settings for a service on this database. */
export function environmentOf(location: Location): Record<string, string> {
  return location.engine === 'sqlite' ? { DATA_DIR: dirname(location.file) } : { DATABASE_URL: location.url };
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The service as an operator runs it: a separate process, reached through a real socket. */
export interface ServiceProcess {
  readonly pid: number;
  /** For example `http://127.0.0.1:43567`. */
  readonly url: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  /** Everything it has written so far. */
  output(): string;
  /** Resolves once it has written this text or has ended. */
  says(text: string): Promise<void>;
  /** Stops reading its log, as a collector that hangs does. Returns a function that goes on. */
  holdLog(): () => void;
  kill(signal: NodeJS.Signals): void;
  /** Ends it with SIGTERM. Returns what was wrong with its shutdown. */
  stop(): Promise<string[]>;
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Command prefix, such as strace with its options. It must keep the process id. */
  readonly under?: readonly string[];
  /** The command; `serve` by default. For `startProcess` it must be one that listens. */
  readonly command?: readonly string[];
  /** Another Node program, which gets `command` as its arguments and says `Serving on <url>;` once it listens. */
  readonly program?: string;
  /** Kills the process once it is aborted. That of a test is when the test is over, however that happens. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts the service and waits until it listens. Rejects with its output when it ends before that. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const starting = spawnProcess(options);
  const url = await starting.url;
  if (url === undefined) {
    throw new Error(
      `The service ended (${JSON.stringify(await starting.ended)}) before it listened:\n${starting.output()}`,
    );
  }
  return { ...starting, url };
}

/** A service that may fail to start. */
export interface StartingProcess extends Omit<ServiceProcess, 'url'> {
  /** Its address once it listens; `undefined` when it ended before that. */
  readonly url: Promise<string | undefined>;
}

/** Starts the service on a free port, without waiting for it. */
export function spawnProcess({
  env = {},
  under = [],
  program = launcher,
  command = ['serve'],
  signal,
}: ProcessOptions): StartingProcess {
  const [executable = '', ...args] = [...under, process.execPath, program, ...command];
  const child = spawn(executable, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...{ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', SECRET_KEY: secretKey },
      ...{ FIRST_PASSWORD: password, FIRST_TOKEN: token },
      ...(env.DATABASE_URL !== undefined && { DATA_DIR: dataFolderOf(env.DATABASE_URL) }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // However this process exits, it must not leave the service running.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  signal?.addEventListener('abort', killWithUs);
  if (signal?.aborted) killWithUs();
  const ended = endOf(child).finally(() => {
    process.off('exit', killWithUs);
    signal?.removeEventListener('abort', killWithUs);
  });
  let text = '';
  const listening = Promise.withResolvers<string>();
  const waiting = new Map<string, () => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      // The second is on standard error, for a log that goes elsewhere.
      const [, url] = /(?:Server listening at|Serving on) (http:[^";]+)[";]/.exec(text) ?? [];
      if (url !== undefined) listening.resolve(url);
      for (const [wanted, said] of waiting) if (text.includes(wanted)) said();
    });
  }
  return {
    pid: child.pid ?? 0,
    ended,
    url: Promise.race([listening.promise, ended.then(() => undefined)]),
    output: () => text,
    async says(wanted) {
      if (text.includes(wanted)) return;
      await Promise.race([new Promise<void>((said) => waiting.set(wanted, said)), ended]);
    },
    holdLog() {
      child.stdout.pause();
      return () => void child.stdout.resume();
    },
    kill: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      const { code, signal } = await ended;
      return code === 0 ? [] : [`A process ended by itself (${code ?? signal}):\n${text}`];
    },
  };
}

async function endOf(child: ChildProcess): Promise<Ending> {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}
