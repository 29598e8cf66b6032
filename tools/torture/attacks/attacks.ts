import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Location } from '../../../server/src/store/migrate.ts';
import { type Connections, connectTo } from '../../harness/requests.ts';
import { token } from '../../harness/service-process.ts';
import { type Staff, signIn } from '../../harness/staff.ts';
import { startHanging } from './hanging-starts.ts';
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
  readonly run: Run;
}

type Run = (target: Target, signal: AbortSignal) => Promise<void>;
/** Sends the n-th request of an attack. */
type Send = (connections: Connections, n: number) => Promise<unknown>;

/** Posts a body with the public password. */
const post = (path: string, body: unknown, { browserPassword }: Target): Send => {
  const url = `${path}?password=${browserPassword}`;
  return (connections, n) => connections.ask(url, body, from(n));
};
const survey = '/fr/etablissement/5/survey/create';
const postuler = '/fr/announcement/postuler';

/** Each stopped, filled or deceived the service in an audit. */
export const attacks: readonly Attack[] = [
  {
    name: 'combining-marks',
    run: flood(4, (target) => {
      const text = `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;
      const query = `?password=${target.browserPassword}`;
      const bodies: readonly (readonly [string, unknown])[] = [
        ['/desk/session', { email: text, password: 'x' }],
        ['/desk/invitation', { token: text, password: 'x' }],
        [survey + query, { lastName: text }],
        [survey + query, { [text]: 'x' }],
        [postuler + query, { message: text, cv: { content: text } }],
      ];
      return (connections, n) => {
        const [path, body] = bodies[n % bodies.length] ?? ['/', {}];
        return connections.ask(path, body, { ...from(n), origin: target.url });
      };
    }),
  },
  {
    name: 'wrong-sign-ins',
    run: bursts(300, ({ url }) => (connections, n) => {
      const login = { email: `nobody-${n}@example.org`, password: 'not the password' };
      return connections.ask('/desk/session', login, { ...from(n % 5), origin: url });
    }),
  },
  {
    name: 'wrong-passwords',
    run: flood(64, () => (connections, n) => {
      return connections.ask(`/fr/customId/x?password=pw_wrong-${n}`, undefined, from(n));
    }),
  },
  {
    name: 'large-cvs',
    run: bursts(128, (target) => {
      // A PDF by its first bytes; the rest is incompressible.
      const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(5 * 1024 * 1024 - 16)]);
      const cv = { name: 'cv.pdf', type: 'application/pdf', content: bytes.toString('base64') };
      return (connections, n) => post(postuler, { lastName: `Durand ${n}`, cv }, target)(connections, n % 4);
    }),
  },
  {
    // Within every limit, and under the one of 256 KiB.
    name: 'medium-bodies',
    run: bursts(600, (target) =>
      post(
        survey,
        { lastName: 'Durand', comment: 'x'.repeat(20_000), numbers: Array(100_000).fill(0) },
        target,
      ),
    ),
  },
  {
    name: 'unread-log',
    holdsLog: true,
    run: flood(64, () => (connections, n) => connections.ask(`/wp-login/${n}`, undefined, from(n))),
  },
  {
    name: 'many-values',
    run: flood(16, (target) =>
      post(postuler, { lastName: 'Durand', numbers: Array.from({ length: 260_000 }, (_, i) => i) }, target),
    ),
  },
  {
    name: 'oversized-bodies',
    run: flood(16, (target) => post(survey, { lastName: 'x'.repeat(10 * 1024 * 1024) }, target)),
  },
  {
    name: 'public-leads',
    run: flood(64, (target) => (connections, n) => {
      return post(survey, { lastName: `Durand ${n}`, customId: `flood-${n}` }, target)(connections, n);
    }),
  },
  {
    name: 'growing-orientation',
    run: flood(4, () => (connections, n) => {
      const fields = Array.from({ length: 100 }, (_, i) => [`field ${n} ${i}`, 'x'.repeat(2000)]);
      const body = { NumeroDemandeOrientationCR: '2026 / 001_002_003', ...Object.fromEntries(fields) };
      return connections.ask('/appli/partner/orientation', body, { authorization: `Bearer ${token}` });
    }),
  },
  {
    name: 'different-lists',
    run: signedIn('reader', 8, (staff) => {
      const filters = [
        ...['status=new', 'stage=none', 'resultat=none', 'motif=none', 'type=commercial.type.visite'],
        ...['sejourType=commercial.sejourType.temporaire', 'order=asc', 'sort=contactDate', 'q=martin'],
        ...['from=2020-01-01', 'to=2030-01-01', 'establishmentId=5', 'limit=3', 'aside=spam'],
      ];
      return flood(8, () => () => {
        const chosen = filters.filter(() => randomInt(2) === 1);
        return staff.get(`/desk/entries?${['kind=commercial', ...chosen].join('&')}`);
      });
    }),
  },
  {
    name: 'searches-at-once',
    run: signedIn('reader', 1_500, (staff) =>
      bursts(1_500, () => () => staff.get('/desk/entries?kind=commercial&q=bernard')),
    ),
  },
  {
    // A visitor's text, whose letters and line breaks were read as initials in as many ways as there are.
    name: 'deep-search',
    async run(target, signal) {
      const lead = { lastNameClient: 'Durand', contact: `x${'\n\t'.repeat(9_990)}x` };
      const visitor = connectTo(target.url, 1);
      await post('/fr/etablissement/5/commercial/create', lead, target)(visitor, 0);
      visitor.close();
      const person = { lastName: 'N. T. Dupont', text: 'N. T. Dupont' };
      const search = signedIn('officer', 2, (officer) =>
        flood(1, () => async () => {
          const { cursor } = JSON.parse((await officer.post('/desk/privacy/find', person)).body);
          await officer.post('/desk/privacy/find', { ...person, cursor });
        }),
      );
      await search(target, signal);
    },
  },
  {
    name: 'change-streams',
    // A browser reopens a closed stream after three seconds.
    run: signedIn('reader', 512, (staff) =>
      flood(300, () => () => Promise.all([staff.get('/desk/changes'), wait(3_000)])),
    ),
  },
  {
    name: 'slow-requests',
    run: sockets(500, async (socket, { browserPassword }, signal) => {
      socket.write(`POST ${survey}?password=${browserPassword} HTTP/1.1\r\nhost: x\r\n`);
      socket.write('content-type: application/json\r\ncontent-length: 100000\r\n\r\n');
      while (!signal.aborted && !socket.destroyed) {
        socket.write('x');
        await wait(500);
      }
    }),
  },
  {
    name: 'no-http',
    run: sockets(64, async (socket) => {
      socket.end(randomBytes(4096));
      await wait(20);
    }),
  },
  {
    name: 'held-lock',
    engine: 'sqlite',
    takesDatabase: true,
    async run({ location }, signal) {
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
    async run({ location }, signal) {
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
    async run({ location }, signal) {
      const client = await connectToPostgres(location);
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
      await client.end();
      const server = parentOf(rows[0]?.pid ?? 0);
      const processes = [server, ...childrenOf(server)];
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      await until(signal);
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
function flood(parallel: number, prepare: (target: Target) => Send): Run {
  return async (target, signal) => {
    const send = prepare(target);
    const connections = connectTo(target.url, parallel);
    let n = 0;
    await inParallel(parallel, signal, async () => {
      while (!signal.aborted) await send(connections, n++).catch(() => wait(10));
    });
    connections.close();
  };
}

/** Sends a number of requests at once; one second after the last response, again. */
function bursts(count: number, prepare: (target: Target) => Send): Run {
  return async (target, signal) => {
    const send = prepare(target);
    const connections = connectTo(target.url, count);
    let n = 0;
    while (!signal.aborted) {
      await inParallel(count, signal, () => send(connections, n++).catch(() => undefined));
      await until(signal, 1_000);
    }
    connections.close();
  };
}

/** Signs a user in over a number of connections, and attacks with that session. */
function signedIn(user: 'reader' | 'officer', count: number, attack: (staff: Staff) => Run): Run {
  return async (target, signal) => {
    const connections = connectTo(target.url, count);
    await attack(await signIn(connections, target.url, target[user]))(target, signal);
    connections.close();
  };
}

/** Opens sockets, a number at a time, and uses each. */
function sockets(
  parallel: number,
  use: (socket: Socket, target: Target, signal: AbortSignal) => Promise<void>,
): Run {
  return async (target, signal) => {
    const { hostname, port } = new URL(target.url);
    await inParallel(parallel, signal, async () => {
      while (!signal.aborted) {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        socket.resume();
        await use(socket, target, signal);
        socket.destroy();
        await wait(1);
      }
    });
  };
}

/** Starts `work` a number of times. Resolves when all are done, or at the signal. */
async function inParallel(count: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  await Promise.race([Promise.all(Array.from({ length: count }, work)), until(signal)]);
}

/** Resolves after `ms`, or earlier at the signal. */
async function until(signal: AbortSignal, ms = 2 ** 31 - 1): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
