import type { Location } from '../../../server/src/store/migrate.ts';
import { answerOf, asProcess } from '../../../server/test/fixtures/command-line.ts';
import { openReceiver } from '../../../server/test/fixtures/receiver.ts';
import { connectTo } from '../../harness/requests.ts';
import {
  environmentOf,
  type ServiceProcess,
  secretKey,
  startProcess,
} from '../../harness/service-process.ts';
import { admin, firstAdmin, type Login } from '../../harness/staff.ts';

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

/** A running service with a browser password, an administrator and an endpoint for webhooks. */
export interface TargetService {
  readonly target: Target;
  readonly process: ServiceProcess;
  /** Resolves once a webhook of the entry with this customId has arrived, even before the call. */
  webhookOf(customId: string): Promise<void>;
  stop(): Promise<void>;
}

const officer: Login = { ...admin, email: 'officer@example.org' };
const reader: Login = { ...admin, email: 'reader@example.org' };

/** Starts the service on a database. Requests may claim any client address, because the loopback is a trusted proxy. */
export async function startTarget(location: Location): Promise<TargetService> {
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrivalOf = (customId: string) =>
    arrivals.getOrInsertComputed(customId, () => Promise.withResolvers());
  const receiver = await openReceiver((response, { body }) => {
    arrivalOf((JSON.parse(body) as { customId: string }).customId).resolve();
    response.end();
  });
  const env = {
    ...environmentOf(location),
    SECRET_KEY: secretKey,
    FIRST_ADMIN: firstAdmin,
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOW: '127.0.0.1',
  };
  const service = await startProcess({ env });
  const command = <T>(...args: string[]) => answerOf<T>(args, env, asProcess);
  const { password } = await command<{ password: string }>('password', 'add', 'site', '--scope', 'browser');
  await command('webhook', 'add', 'site', `${receiver.url}/`);
  const connections = connectTo(service.url, 1);
  for (const [{ email, password }, role] of [
    [officer, 'privacy'],
    [reader, 'reader'],
  ] as const) {
    const { invitation } = await command<{ invitation: string }>(
      'user',
      'add',
      email,
      '--role',
      role,
      '--everywhere',
    );
    const body = { token: invitation.split('/').at(-1), password };
    const { status } = await connections.ask('/desk/invitation', body, { origin: service.url });
    if (status !== 200) throw new Error(`${email} can't choose a password: ${status}`);
  }
  connections.close();
  return {
    target: { url: service.url, location, browserPassword: password, admin, officer, reader },
    process: service,
    webhookOf: (customId) => arrivalOf(customId).promise,
    async stop() {
      await service.stop();
      await receiver.close();
    },
  };
}
