import type { Answer, Connections } from './requests.ts';

/** A user's e-mail address and password. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** The login of the setting `FIRST_ADMIN` that {@link firstAdmin} is the value of. */
export const admin: Login = {
  email: 'admin@example.org',
  password: 'une phrase que personne ne devine',
};
export const firstAdmin = `${admin.email}:${admin.password}`;

/** A user's session. */
export interface Staff {
  readonly cookie: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
}

/** Signs in over the given connections to the service at `url`. */
export async function signIn(connections: Connections, url: string, login: Login): Promise<Staff> {
  const answer = await connections.ask('/desk/session', login, { origin: url });
  if (answer.status !== 200) throw new Error(`${login.email} can't sign in: ${answer.status} ${answer.body}`);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
  return { cookie, ...sessionOver(connections, { cookie, origin: url, 'x-csrf-token': csrfToken }) };
}

/** Requests with the headers of a session. */
export function sessionOver(
  connections: Connections,
  headers: Record<string, string>,
): Omit<Staff, 'cookie'> {
  return {
    get: (path) => connections.ask(path, undefined, headers),
    post: (path, body = {}) => connections.ask(path, body, headers),
    patch: (path, body) => connections.ask(path, body, headers, 'PATCH'),
  };
}
