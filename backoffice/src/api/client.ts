/** A failure that the service has answered, or that it could not be reached. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The contract's code; `UNREACHABLE` when there was no answer. */
  readonly code: string;
  /** The whole answer, for what an endpoint says beside its error. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** The field that is wrong, as the service named it; undefined when it named none. */
  get field(): string | undefined {
    return this.code === 'INVALID' ? /^([^:\s]+): /.exec(this.message)?.[1] : undefined;
  }
}

// Pages ask by themselves when something has changed. Whoever left the desk is signed out all the same.
const awayAfterMs = 60_000;
let lastActAtMs = performance.now();
for (const act of ['pointerdown', 'keydown', 'wheel'] as const) {
  window.addEventListener(
    act,
    () => {
      lastActAtMs = performance.now();
    },
    { passive: true, capture: true },
  );
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

// Kept in memory alone: a script of another page could read whatever is stored.
let csrfToken: string | undefined;

/** The CSRF token that goes with every change from now on. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

// What was begun before the page could ask for it, by address.
const begun = new Map<string, Promise<unknown>>();
/** Whatever nobody has asked for by then was not what the page shows. */
const begunForMs = 10_000;

/** Begins to read what a page that opens will ask for: its first {@link read} of the same gets this answer. */
export function beginReading(path: string, query: Query = {}): void {
  const url = `${path}${queryText(query)}`;
  const answer = call<unknown>('GET', url);
  // Who asks for it is told of the failure.
  answer.catch(() => undefined);
  begun.set(url, answer);
  window.setTimeout(() => begun.delete(url), begunForMs);
}

/** Reads from the desk API; `path` begins with `/desk/`. Rejects with a {@link DeskError}. */
export function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const url = `${path}${queryText(query)}`;
  const answer = begun.get(url);
  if (answer === undefined) return call<T>('GET', url, undefined, signal);
  begun.delete(url);
  // As in `call`: the service's own tests hold its answers to its own schemas.
  return answer as Promise<T>;
}

/** Changes something through the desk API; `more` are headers of its own. Rejects with a {@link DeskError}. */
export async function change<T>(
  method: Exclude<Method, 'GET'>,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  // A page that was opened anew has a session, but not its token yet.
  if (csrfToken === undefined && !isOpen(path)) {
    await readCsrfToken();
  }
  try {
    return await call<T>(method, path, body, undefined, more);
  } catch (error) {
    // Somebody has signed in again meanwhile, in another tab: nothing was changed, and the token is another one.
    if (!(error instanceof DeskError) || !error.message.startsWith('X-CSRF-Token:')) throw error;
    await readCsrfToken();
    return call<T>(method, path, body, undefined, more);
  }
}

async function readCsrfToken(): Promise<void> {
  csrfToken = (await read<{ readonly csrfToken: string }>('/desk/session')).csrfToken;
}

function isOpen(path: string): boolean {
  return path === '/desk/session' || path === '/desk/invitation';
}

async function call<T>(
  method: Method,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  // What was begun before a change is not what there is after it.
  if (method !== 'GET') begun.clear();
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && csrfToken !== undefined) headers['x-csrf-token'] = csrfToken;
  if (performance.now() - lastActAtMs > awayAfterMs) headers['x-user-away'] = '1';
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
    throw new DeskError(0, 'UNREACHABLE', String(error), undefined);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, answer);
  // The service's own tests hold its answers to its own schemas.
  return answer as T;
}

function failureOf(status: number, answer: unknown): DeskError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  const { code = 'INTERNAL', message = `HTTP ${status}` } = error;
  return new DeskError(status, String(code), String(message), answer);
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
