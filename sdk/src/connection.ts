import { addressOf, type Outgoing, withoutSecret } from './address.ts';
import { type AccueilError, errorOf, UnexpectedAnswer } from './errors.ts';
import { failureOf } from './failure.ts';
import type { Fetch } from './fetch.ts';
import { pauseBefore, type Wait, waitFor } from './pauses.ts';

export interface ConnectionOptions {
  /** URL of the service, such as `https://desk.example.org`, including its base path if it has one. */
  readonly baseUrl: string;
  /** Replaces the runtime's `fetch`. It must respect `signal`. */
  readonly fetch?: Fetch | undefined;
  /** Timeout of each attempt, including its response body; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries; 3 by default. */
  readonly retries?: number | undefined;
  /** Replaces the pause between attempts, for tests. */
  readonly wait?: Wait | undefined;
}

/** Sends one call, with retries, and returns its JSON. Throws an {@link AccueilError}. */
export type Send = (outgoing: Outgoing) => Promise<unknown>;

/** Returns the function that sends calls. Throws a TypeError for invalid options, which its message never contains. */
export function openConnection(options: ConnectionOptions): Send {
  const { retries = 3, timeoutMs = 10_000, wait = waitFor } = options;
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError('retries: expected 0 or more');
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs: expected a number of milliseconds');
  const base = baseOf(options.baseUrl);
  const { fetch: given } = options;
  return async (outgoing) => {
    // Serialised once: each attempt sends the same bytes with the same idempotency key.
    const body = outgoing.body === undefined ? undefined : JSON.stringify(outgoing.body);
    const url = base + addressOf(outgoing);
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOnce({ ...outgoing, url, body, timeoutMs, fetch: given });
      if ('answer' in outcome) return outcome.answer;
      const pauseMs = attempt < retries ? pauseBefore(attempt, outcome.failure) : undefined;
      if (pauseMs === undefined) throw outcome.failure;
      await wait(pauseMs, outgoing.signal);
    }
  };
}

/** Timers treat longer delays, including `Infinity`, as 1 ms. */
const maxTimeoutMs = 2 ** 31 - 1;

interface Attempt extends Omit<Outgoing, 'body'> {
  readonly url: string;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
}

type Outcome = { readonly answer: unknown } | { readonly failure: AccueilError };

async function attemptOnce(attempt: Attempt): Promise<Outcome> {
  const { method, url, headers, body, signal, secret, timeoutMs } = attempt;
  signal?.throwIfAborted();
  // Not all supported runtimes have AbortSignal.any and AbortSignal.timeout yet.
  const stop = new AbortController();
  const abort = () => stop.abort();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop.abort();
    },
    Math.min(timeoutMs, maxTimeoutMs),
  );
  signal?.addEventListener('abort', abort);
  try {
    // Not called as a method, because a browser's fetch rejects any other `this`. Looked up per call, as it may be patched.
    const fetch: Fetch = attempt.fetch ?? globalThis.fetch;
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: stop.signal,
      redirect: 'manual',
    });
    const text = await response.text();
    const failure = failureOf(response, text, (message) => withoutSecret(message, secret));
    if (failure !== undefined) return { failure };
    return { answer: JSON.parse(text) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SyntaxError) {
      return { failure: new UnexpectedAnswer('The answer is not JSON: is the address that of accueil?') };
    }
    if (late) return { failure: errorOf({ code: 'TIMEOUT', message: `No answer within ${timeoutMs} ms` }) };
    return { failure: errorOf({ code: 'CONNECTION', message: `The connection failed${reasonOf(error)}` }) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns only the system's error code: messages of runtimes may contain the URL, and so the password. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{3,40}$/.test(code) ? `: ${code}` : '';
}

function baseOf(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError('baseUrl: expected an address such as https://desk.example.org');
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl: expected https:// or http://');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl: expected neither user, query nor fragment');
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return url.origin + path;
}
