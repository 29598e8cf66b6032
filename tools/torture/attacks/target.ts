import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Location } from '../../../server/src/store/migrate.ts';
import { closeAtOnce, listenOnLoopback } from '../../harness/loopback.ts';
import { connectTo } from '../../harness/requests.ts';
import { launcher, type ServiceProcess, secretKey, startProcess } from '../../harness/service-process.ts';
import { environmentOf } from '../kill.ts';

/** What an attacker needs to know about the service. Plain data, because it is sent to another process. */
export interface Target {
  readonly url: string;
  readonly location: Location;
  /** Public: it is in a web page. */
  readonly browserPassword: string;
  readonly admin: Login;
  /** Who may search for a person. */
  readonly officer: Login;
  /** Who may only read. */
  readonly reader: Login;
}

/** A user's e-mail address and password. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A running service with a browser password, an administrator and an endpoint for webhooks. */
export interface TargetService {
  readonly target: Target;
  readonly process: ServiceProcess;
  /** Resolves once a webhook of the entry with this customId has arrived, even before the call. */
  webhookOf(customId: string): Promise<void>;
  stop(): Promise<void>;
}

const loginOf = (name: string): Login => ({
  email: `${name}@example.org`,
  password: 'une phrase que personne ne devine',
});
const [admin, officer, reader] = [loginOf('admin'), loginOf('officer'), loginOf('reader')];
const run = promisify(execFile);

/** Starts the service on a database. Requests may claim any client address, because the loopback is a trusted proxy. */
export async function startTarget(location: Location): Promise<TargetService> {
  const receiver = await openReceiver();
  const env = {
    ...environmentOf(location),
    FIRST_ADMIN: `${admin.email}:${admin.password}`,
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOW: '127.0.0.1',
  };
  const service = await startProcess({ env });
  const { password } = await command<{ password: string }>(
    env,
    'password',
    'add',
    'site',
    '--scope',
    'browser',
  );
  await command(env, 'webhook', 'add', 'site', receiver.url);
  await addUser(env, service.url, officer, 'privacy');
  await addUser(env, service.url, reader, 'reader');
  return {
    target: { url: service.url, location, browserPassword: password, admin, officer, reader },
    process: service,
    webhookOf: receiver.webhookOf,
    async stop() {
      service.kill('SIGTERM');
      await service.ended;
      await receiver.close();
    },
  };
}

async function addUser(
  env: Readonly<Record<string, string>>,
  url: string,
  { email, password }: Login,
  role: string,
): Promise<void> {
  const { invitation } = await command<{ invitation: string }>(env, 'user', 'add', email, '--role', role);
  const connections = connectTo(url, 1);
  const body = { token: invitation.split('/').at(-1), password };
  const { status } = await connections.ask('/desk/invitation', body, { origin: url });
  connections.close();
  if (status !== 200) throw new Error(`${email} can't choose a password: ${status}`);
}

async function command<T>(env: Readonly<Record<string, string>>, ...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [launcher, ...args, '--json'], {
    env: { PATH: process.env.PATH, SECRET_KEY: secretKey, ...env },
  });
  return JSON.parse(stdout) as T;
}

async function openReceiver() {
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrivalOf = (customId: string) => {
    const arrival = arrivals.get(customId) ?? Promise.withResolvers<void>();
    arrivals.set(customId, arrival);
    return arrival;
  };
  const server = createServer(async (request, response) => {
    const { customId } = JSON.parse(await text(request)) as { customId: string };
    arrivalOf(customId).resolve();
    response.end();
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    webhookOf: (customId: string) => arrivalOf(customId).promise,
    close: () => closeAtOnce(server),
  };
}
