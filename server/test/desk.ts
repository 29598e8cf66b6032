import { argon2Sync } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Grant } from '../src/access/roles.ts';
import { addUser } from '../src/access/users.ts';
import { assertDocumented } from './desk-document.ts';
import type { TestService } from './service.ts';

/**
 * The desk as a user's browser calls it: with the cookie, the CSRF token and the origin of a session. Every answer has
 * to be what the OpenAPI document says.
 */
export interface Desk {
  readonly email: string;
  readonly userId: number;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  put(path: string, body: unknown): Promise<LightMyRequestResponse>;
  patch(path: string, body: unknown): Promise<LightMyRequestResponse>;
  delete(path: string): Promise<LightMyRequestResponse>;
}

/** A password of every user that tests make. */
export const deskPassword = 'une phrase que personne ne devine';
/** Its hash, at the lowest cost there is: all the sign-ins of the tests at that of a chosen password would take a minute. */
const cheapHash = deskPasswordHash({ memory: 8, passes: 1 });

export const administrator: Grant = { role: 'administrator', establishmentId: null };
let users = 0;

/** A new user with these grants, signed in. An administrator when none are given. `passwordHash`: of {@link deskPassword}. */
export async function signIn(
  service: TestService,
  grants: readonly Grant[] = [administrator],
  name = 'Hélène Faure',
  passwordHash = cheapHash,
): Promise<Desk> {
  const email = `user${++users}@example.org`;
  const administration = { secrets: service.secrets, now: service.clock.now };
  const userId = await service.database.transaction((tx) =>
    addUser(tx, administration, { email, name, passwordHash, grants }),
  );
  return openDesk(service, email, userId);
}

/** Signs in a user who is there. */
export async function openDesk(service: TestService, email: string, userId: number): Promise<Desk> {
  const origin = new URL(service.config.publicUrl).origin;
  const answer = await service.post('/desk/session', { email, password: deskPassword }, { origin });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const [cookie] = answer.cookies;
  const headers = {
    origin,
    cookie: `${cookie?.name}=${cookie?.value}`,
    'x-csrf-token': answer.json<{ csrfToken: string }>().csrfToken,
  };
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') => async (url: string, body?: unknown) => {
      const response = await service.app.inject({
        method,
        url,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      await assertDocumented(service, method, url, response);
      return response;
    };
  return {
    email,
    userId,
    headers,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  };
}

/** A hash of {@link deskPassword} as it is kept (`server/src/access/login-password.ts`): it names its own cost. `memory`: in KiB. */
export function deskPasswordHash({ memory, passes }: { memory: number; passes: number }): string {
  const cost = { memory, passes, parallelism: 1, tagLength: 32 };
  const nonce = Buffer.alloc(16);
  const tag = argon2Sync('argon2id', { ...cost, message: deskPassword, nonce });
  const [salt, kept] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${kept}`;
}
