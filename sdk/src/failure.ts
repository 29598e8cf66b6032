import type { ErrorCode } from './enumerations.ts';
import { type AccueilError, errorOf, isErrorCode, UnexpectedAnswer } from './errors.ts';
import type { FetchAnswer } from './fetch.ts';
import { isObject, parsed } from './json.ts';

/** Error codes by status, for the exchange, whose errors contain no code. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOTFOUND',
  405: 'METHOD',
  409: 'CONFLICT',
  413: 'TOOLARGE',
  415: 'UNSUPPORTED',
  429: 'RATELIMIT',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** Statuses that a proxy may return in place of the service. */
const proxyStatuses = [413, 429, 500, 502, 503, 504];

/** Returns the failure of a response; undefined for a success. `clean` removes secrets from a text. */
export function failureOf(
  { status, headers }: Pick<FetchAnswer, 'status' | 'headers'>,
  text: string,
  clean: (text: string) => string,
): AccueilError | undefined {
  if (status === 200) return undefined;
  const requestId = headers.get('x-request-id');
  const facts = {
    status,
    requestId: requestId === null ? undefined : clean(requestId),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  };
  const details = errorDetails(parsed(text));
  const code = details?.code ?? codeByStatus[status];
  if (details !== undefined && code !== undefined) {
    return errorOf({ ...facts, code, message: clean(details.message) });
  }
  if (code !== undefined && proxyStatuses.includes(status)) {
    return errorOf({ ...facts, code, message: `HTTP ${status}` });
  }
  const what = status === 0 || (status >= 300 && status < 400) ? 'A redirect' : `HTTP ${status}`;
  return new UnexpectedAnswer(`${what}, not an answer of accueil: is the address right?`, facts);
}

/** Reads the error body of either API. */
function errorDetails(answer: unknown): { message: string; code: ErrorCode | undefined } | undefined {
  if (!isObject(answer)) return undefined;
  const { error } = answer;
  if (typeof error === 'string') return { message: error, code: undefined };
  if (!isObject(error) || typeof error.message !== 'string') return undefined;
  return { message: error.message, code: isErrorCode(error.code) ? error.code : undefined };
}

/** Returns `Retry-After`, which may be a date, in seconds from now. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
