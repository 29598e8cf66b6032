import type { Answer, Connections } from '../../harness/requests.ts';
import type { Login } from './target.ts';

/** A user's session. */
export interface Staff {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

/** Signs in over the given connections. */
export async function signIn(connections: Connections, url: string, login: Login): Promise<Staff> {
  const answer = await connections.ask('/desk/session', login, { origin: url });
  if (answer.status !== 200) throw new Error(`${login.email} can't sign in: ${answer.status} ${answer.body}`);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
  const headers = { cookie, origin: url, 'x-csrf-token': csrfToken };
  return {
    get: (path) => connections.ask(path, undefined, headers),
    post: (path, body = {}) => connections.ask(path, body, headers),
  };
}
