import { addressOf, type Query } from './list-query.ts';
import type { AnswerOf, InputOf, Route } from './routes.ts';

/** A failure that the service reported, or that it could not be reached. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The contract's error code; `UNREACHABLE` without an answer. */
  readonly code: string;
  /** The parsed body: some routes report more than the error. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** The invalid field, as the service names it. */
  get field(): string | undefined {
    return this.code === 'INVALID' ? /^([^:]+): /.exec(this.message)?.[1] : undefined;
  }
}

// Live updates make requests without the user: an abandoned page must still be signed out.
const awayAfterMs = 60_000;
let lastInputAtMs = performance.now();
for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  window.addEventListener(
    event,
    () => {
      lastInputAtMs = performance.now();
    },
    { passive: true, capture: true },
  );
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

// In memory only: what is stored could be read by a script of another page.
let csrfToken: string | undefined;

/** Sets the CSRF token that every change sends. Without one, the page has no session. */
export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

let waitForSignIn: (() => Promise<void>) | undefined;

/**
 * Sets what a request does when the session of the page has ended: it waits for the returned promise, and is then sent
 * again.
 */
export function whenSessionEnds(wait: () => Promise<void>): void {
  waitForSignIn = wait;
}

let isReachable = true;
const reachabilityListeners = new Set<() => void>();

/** Whether the last request got an answer. */
export function isServiceReachable(): boolean {
  return isReachable;
}

/** Calls `listener` when {@link isServiceReachable} changes. Returns a function that stops it. */
export function onReachabilityChange(listener: () => void): () => void {
  reachabilityListeners.add(listener);
  return () => reachabilityListeners.delete(listener);
}

function setReachable(is: boolean): void {
  if (is === isReachable) return;
  isReachable = is;
  for (const listener of reachabilityListeners) listener();
}

/** What adds an entry to those that wait. */
const adding = /^POST \/desk\/(?:entries|surveys|applications|entries\/:id\/(?:undo|convert|spam|to-call))$/;
let added = 0;

/** How many entries this page may have added to those that wait, since it was last asked. */
export function takeAdded(): number {
  const count = added;
  added = 0;
  return count;
}

/**
 * Calls a route of the desk. Of the input, parameters of the path go there, and the others into the query or, where
 * something is changed, into the body. Rejects with a {@link DeskError}.
 */
export async function request<R extends Route>(
  route: R,
  ...[input, options = {}]: object extends InputOf<R>
    ? [input?: InputOf<R>, options?: CallOptions]
    : [input: InputOf<R>, options?: CallOptions]
): Promise<AnswerOf<R>> {
  const { method, url, body } = callOf(route, input ?? {});
  const send = () => sendInSession(method, url, { body, ...options });
  const answer = method === 'GET' ? await send() : await withCsrfToken(url, send);
  if (adding.test(route)) added++;
  // The service serialises each answer by the schema that the type comes from.
  return answer as AnswerOf<R>;
}

function callOf(route: string, input: object) {
  const [method, path = ''] = route.split(' ') as [Method, string?];
  const others = new Map(Object.entries(input));
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(others.get(name));
    others.delete(name);
    return encodeURIComponent(value);
  });
  const rest = Object.fromEntries(others);
  if (method === 'GET' || method === 'DELETE')
    return { method, url: addressOf(url, rest as Query), body: undefined };
  return { method, url, body: rest };
}

async function withCsrfToken(url: string, send: () => Promise<unknown>): Promise<unknown> {
  // A page that was opened anew has a session, but not its token yet.
  if (csrfToken === undefined && !needsNoToken(url)) await readCsrfToken();
  try {
    return await send();
  } catch (error) {
    // A sign-in in another tab has replaced the token; nothing was changed.
    if (!(error instanceof DeskError) || !error.message.startsWith('X-CSRF-Token:')) throw error;
    await readCsrfToken();
    return send();
  }
}

async function readCsrfToken(): Promise<void> {
  ({ csrfToken } = await request('GET /desk/session'));
}

/** Changes that need no session. */
const openPaths: ReadonlySet<string> = new Set([
  '/desk/session',
  '/desk/invitation',
  '/desk/invitation/check',
  '/desk/forgotten-password',
]);

function needsNoToken(path: string): boolean {
  return openPaths.has(path);
}

/** Whether a 401 is about the credentials sent, or the session is given up anyway. */
function needsNoSession(method: Method, url: string): boolean {
  return method !== 'GET' && needsNoToken(url);
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}
interface SendOptions extends CallOptions {
  readonly body?: unknown;
}

async function sendInSession(method: Method, url: string, options: SendOptions): Promise<unknown> {
  for (;;) {
    try {
      return await sendOnce(method, url, options);
    } catch (error) {
      const hasEnded = error instanceof DeskError && error.status === 401 && csrfToken !== undefined;
      if (!hasEnded || waitForSignIn === undefined || needsNoSession(method, url)) throw error;
      // The service refused before it did anything.
      await waitForSignIn();
    }
  }
}

async function sendOnce(
  method: Method,
  url: string,
  { body, headers: more, signal }: SendOptions,
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && csrfToken !== undefined) headers['x-csrf-token'] = csrfToken;
  if (performance.now() - lastInputAtMs > awayAfterMs) headers['x-user-away'] = '1';
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    setReachable(false);
    throw new DeskError(0, 'UNREACHABLE', String(error), undefined);
  }
  setReachable(true);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, answer);
  return answer;
}

function errorOf(status: number, answer: unknown): DeskError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  const { code = 'INTERNAL', message = `HTTP ${status}` } = error;
  return new DeskError(status, String(code), String(message), answer);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
