import { addressOf, type Outgoing, withoutSecret } from './address.ts';
import { type AccueilError, errorOf, UnexpectedAnswer } from './errors.ts';
import { failureOf } from './failure.ts';
import type { Fetch } from './fetch.ts';
import { pauseBefore, type Wait, waitFor } from './pauses.ts';

export interface ConnectionOptions {
  /** Address of the service, such as `https://desk.example.org`, with a path where it is below one. */
  readonly baseUrl: string;
  /** In place of the runtime's own. It has to heed `signal`. */
  readonly fetch?: Fetch | undefined;
  /** For each attempt, its whole answer included; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How many times at most a failed attempt is repeated; 3 by default, 0 for never. */
  readonly retries?: number | undefined;
  /** How a pause between attempts passes; for tests. */
  readonly wait?: Wait | undefined;
}

/** Sends one call, as often as it takes, and answers its JSON. Throws an {@link AccueilError}. */
export type Send = (outgoing: Outgoing) => Promise<unknown>;

/** Throws a TypeError for options that can't be right; its message never shows them. */
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

/** Of any more, `Infinity` too, timers make a millisecond. */
const longestTimeoutMs = 2 ** 31 - 1;

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
  // AbortSignal.any and .timeout are not in all the runtimes yet.
  const stop = new AbortController();
  const abort = () => stop.abort();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop.abort();
    },
    Math.min(timeoutMs, longestTimeoutMs),
  );
  signal?.addEventListener('abort', abort);
  try {
    // Not called as a method: a browser's fetch refuses any other `this`. Looked up at each call, as others patch it.
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

/** The system's code alone: what runtimes write in their own messages may hold the address, and so the password. */
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
  return url.origin + url.pathname.replace(/\/+$/, '');
}
