import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Location } from '../../../server/src/store/migrate.ts';
import { type Connections, connectTo } from '../../harness/requests.ts';
import { token } from '../../harness/service-process.ts';
import { startHanging } from './hanging-starts.ts';
import { signIn } from './staff.ts';
import type { Target } from './target.ts';

export interface Attack {
  readonly name: string;
  /** Runs only on this engine. */
  readonly engine?: 'sqlite' | 'postgres';
  /** Makes the database unavailable: meanwhile 503 is the right response to requests that need it. */
  readonly takesDatabase?: true;
  /** Nobody reads the log of the service meanwhile, as when its disk is full. */
  readonly holdsLog?: true;
  /** Runs until the signal. Rejects when something other than the service under load did not hold. */
  run(target: Target, signal: AbortSignal): Promise<void>;
}

const browserRoute = (path: string, { browserPassword }: Target) => `${path}?password=${browserPassword}`;
const survey = '/fr/etablissement/5/survey/create';
const postuler = '/fr/announcement/postuler';

/** Each stopped, filled or deceived the service in an audit. */
export const attacks: readonly Attack[] = [
  {
    name: 'combining-marks',
    run: (target, signal) => {
      const text = `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;
      const bodies: readonly (readonly [string, unknown])[] = [
        ['/desk/session', { email: text, password: 'x' }],
        ['/desk/invitation', { token: text, password: 'x' }],
        [browserRoute(survey, target), { lastName: text }],
        [browserRoute(survey, target), { [text]: 'x' }],
        [browserRoute(postuler, target), { message: text, cv: { content: text } }],
      ];
      return flood(target, signal, 4, (connections, n) => {
        const [path, body] = bodies[n % bodies.length] ?? ['/', {}];
        return connections.ask(path, body, { ...from(n), origin: target.url });
      });
    },
  },
  {
    name: 'wrong-sign-ins',
    run: (target, signal) =>
      bursts(target, signal, 300, (connections, n) =>
        connections.ask(
          '/desk/session',
          { email: `nobody-${n}@example.org`, password: 'not the password' },
          { ...from(n % 5), origin: target.url },
        ),
      ),
  },
  {
    name: 'wrong-passwords',
    run: (target, signal) =>
      flood(target, signal, 64, (connections, n) =>
        connections.ask(`/fr/customId/x?password=pw_wrong-${n}`, undefined, from(n)),
      ),
  },
  {
    name: 'large-cvs',
    run: (target, signal) => {
      // A PDF by its first bytes; the rest is incompressible.
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(5 * 1024 * 1024 - 16)]).toString(
        'base64',
      );
      return bursts(target, signal, 128, (connections, n) =>
        connections.ask(
          browserRoute(postuler, target),
          { lastName: `Durand ${n}`, cv: { name: 'cv.pdf', type: 'application/pdf', content } },
          from(n % 4),
        ),
      );
    },
  },
  {
    // Within every limit, and under the one of 256 KiB.
    name: 'medium-bodies',
    run: (target, signal) => {
      const body = { lastName: 'Durand', comment: 'x'.repeat(20_000), numbers: Array(100_000).fill(0) };
      return bursts(target, signal, 600, (connections, n) =>
        connections.ask(browserRoute(survey, target), body, from(n)),
      );
    },
  },
  {
    name: 'unread-log',
    holdsLog: true,
    run: (target, signal) =>
      flood(target, signal, 64, (connections, n) => connections.ask(`/wp-login/${n}`, undefined, from(n))),
  },
  {
    name: 'many-values',
    run: (target, signal) => {
      const body = { lastName: 'Durand', numbers: Array.from({ length: 260_000 }, (_, i) => i) };
      return flood(target, signal, 16, (connections, n) =>
        connections.ask(browserRoute(postuler, target), body, from(n)),
      );
    },
  },
  {
    name: 'oversized-bodies',
    run: (target, signal) => {
      const body = { lastName: 'x'.repeat(10 * 1024 * 1024) };
      return flood(target, signal, 16, (connections, n) =>
        connections.ask(browserRoute(survey, target), body, from(n)),
      );
    },
  },
  {
    name: 'public-leads',
    run: (target, signal) =>
      flood(target, signal, 64, (connections, n) =>
        connections.ask(
          browserRoute(survey, target),
          { lastName: `Durand ${n}`, customId: `flood-${n}` },
          from(n),
        ),
      ),
  },
  {
    name: 'growing-orientation',
    run: (target, signal) =>
      flood(target, signal, 4, (connections, n) => {
        const fields = Array.from({ length: 100 }, (_, i) => [`field ${n} ${i}`, 'x'.repeat(2000)]);
        return connections.ask(
          '/appli/partner/orientation',
          { NumeroDemandeOrientationCR: '2026 / 001_002_003', ...Object.fromEntries(fields) },
          { authorization: `Bearer ${token}` },
        );
      }),
  },
  {
    name: 'different-lists',
    run: async (target, signal) => {
      const filters = [
        ...['status=new', 'stage=none', 'resultat=none', 'motif=none', 'type=commercial.type.visite'],
        ...['sejourType=commercial.sejourType.temporaire', 'order=asc', 'sort=contactDate', 'q=martin'],
        ...['from=2020-01-01', 'to=2030-01-01', 'establishmentId=5', 'limit=3', 'aside=spam'],
      ];
      const signedIn = connectTo(target.url, 8);
      const staff = await signIn(signedIn, target.url, target.reader);
      await flood(target, signal, 8, () => {
        const chosen = filters.filter(() => randomInt(2) === 1);
        return staff.get(`/desk/entries?${['kind=commercial', ...chosen].join('&')}`);
      });
      signedIn.close();
    },
  },
  {
    name: 'searches-at-once',
    run: async (target, signal) => {
      const signedIn = connectTo(target.url, 1_500);
      const staff = await signIn(signedIn, target.url, target.reader);
      await bursts(target, signal, 1_500, () => staff.get('/desk/entries?kind=commercial&q=bernard'));
      signedIn.close();
    },
  },
  {
    // A visitor's text, whose letters and line breaks were read as initials in as many ways as there are.
    name: 'deep-search',
    run: async (target, signal) => {
      const signedIn = connectTo(target.url, 2);
      const lead = { lastNameClient: 'Durand', contact: `x${'\n\t'.repeat(9_990)}x` };
      await signedIn.ask(browserRoute('/fr/etablissement/5/commercial/create', target), lead);
      const officer = await signIn(signedIn, target.url, target.officer);
      const person = { lastName: 'N. T. Dupont', text: 'N. T. Dupont' };
      await flood(target, signal, 1, () => officer.post('/desk/privacy/find/deep', person));
      signedIn.close();
    },
  },
  {
    name: 'change-streams',
    run: async (target, signal) => {
      const signedIn = connectTo(target.url, 512);
      const staff = await signIn(signedIn, target.url, target.reader);
      // A browser reopens a closed stream after three seconds.
      await flood(target, signal, 300, () => Promise.all([staff.get('/desk/changes'), wait(3_000)]));
      signedIn.close();
    },
  },
  {
    name: 'slow-requests',
    run: (target, signal) =>
      sockets(target, signal, 500, async (socket) => {
        socket.write(`POST ${survey}?password=${target.browserPassword} HTTP/1.1\r\nhost: x\r\n`);
        socket.write('content-type: application/json\r\ncontent-length: 100000\r\n\r\n');
        while (!signal.aborted && !socket.destroyed) {
          socket.write('x');
          await wait(500);
        }
      }),
  },
  {
    name: 'no-http',
    run: (target, signal) =>
      sockets(target, signal, 64, async (socket) => {
        socket.end(randomBytes(4096));
        await wait(20);
      }),
  },
  {
    name: 'held-lock',
    engine: 'sqlite',
    takesDatabase: true,
    run: async ({ location }, signal) => {
      if (location.engine !== 'sqlite') return;
      const database = new DatabaseSync(location.file, { timeout: 10_000 });
      while (!signal.aborted) {
        database.exec('begin immediate');
        await until(signal, 9_000);
        database.exec('rollback');
        await until(signal, 1_000);
      }
      database.close();
    },
  },
  {
    name: 'cut-connections',
    engine: 'postgres',
    takesDatabase: true,
    run: async ({ location }, signal) => {
      const client = await connectToPostgres(location);
      while (!signal.aborted) {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await wait(randomInt(150, 300));
      }
      await client.end();
    },
  },
  {
    // As when the network drops every packet: connections neither open, nor fail, nor respond.
    name: 'mute-database',
    engine: 'postgres',
    takesDatabase: true,
    run: async ({ location }, signal) => {
      const client = await connectToPostgres(location);
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
      await client.end();
      const server = parentOf(rows[0]?.pid ?? 0);
      const processes = [server, ...childrenOf(server)];
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      await until(signal, Number.POSITIVE_INFINITY);
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    },
  },
  {
    // The service itself has nothing to wait for.
    name: 'hanging-starts',
    engine: 'postgres',
    run: ({ location }, signal) => startHanging(location, signal),
  },
];

async function connectToPostgres(location: Location): Promise<pg.Client> {
  if (location.engine !== 'postgres') throw new Error('This attack is for PostgreSQL');
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  return client;
}

/** The client address that a request claims. */
function from(n: number): Record<string, string> {
  return { 'x-forwarded-for': `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1` };
}

/** Sends requests back to back on a number of connections. Ignores responses and errors. */
async function flood(
  { url }: Target,
  signal: AbortSignal,
  parallel: number,
  request: (connections: Connections, n: number) => Promise<unknown>,
): Promise<void> {
  const connections = connectTo(url, parallel);
  let n = 0;
  const send = async () => {
    while (!signal.aborted) await request(connections, n++).catch(() => wait(10));
  };
  await Promise.race([
    Promise.all(Array.from({ length: parallel }, send)),
    until(signal, Number.POSITIVE_INFINITY),
  ]);
  connections.close();
}

/** Sends a number of requests at once; one second after the last response, again. */
async function bursts(
  { url }: Target,
  signal: AbortSignal,
  count: number,
  request: (connections: Connections, n: number) => Promise<unknown>,
): Promise<void> {
  const connections = connectTo(url, count);
  let n = 0;
  while (!signal.aborted) {
    const sent = Array.from({ length: count }, () => request(connections, n++).catch(() => undefined));
    await Promise.race([Promise.all(sent), until(signal, Number.POSITIVE_INFINITY)]);
    await until(signal, 1_000);
  }
  connections.close();
}

/** Opens sockets, a number at a time, and uses each. */
async function sockets(
  { url }: Target,
  signal: AbortSignal,
  parallel: number,
  use: (socket: ReturnType<typeof connect>) => Promise<void>,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const open = async () => {
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.resume();
      await use(socket);
      socket.destroy();
      await wait(1);
    }
  };
  await Promise.race([
    Promise.all(Array.from({ length: parallel }, open)),
    until(signal, Number.POSITIVE_INFINITY),
  ]);
}

/** Resolves after `ms`, or earlier at the signal. */
async function until(signal: AbortSignal, ms: number): Promise<void> {
  await wait(Math.min(ms, 2 ** 31 - 1), undefined, { signal }).catch(() => undefined);
}

function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
