import type { ErrorCode } from './enumerations.ts';
import { type AccueilError, errorOf, isErrorCode, UnexpectedAnswer } from './errors.ts';
import type { FetchAnswer } from './fetch.ts';
import { isObject, parsed } from './json.ts';

/** What the exchange, whose failures carry no code, means by a status. */
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

/** What a proxy answers in the place of the service. */
const ofProxies = [413, 429, 500, 502, 503, 504];

/** The failure that an answer is; undefined when it is none. `clean` takes secrets out of a text. */
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
  const told = toldBy(parsed(text));
  const code = told?.code ?? codeByStatus[status];
  if (told !== undefined && code !== undefined) {
    return errorOf({ ...facts, code, message: clean(told.message) });
  }
  if (code !== undefined && ofProxies.includes(status)) {
    return errorOf({ ...facts, code, message: `HTTP ${status}` });
  }
  const what = status === 0 || (status >= 300 && status < 400) ? 'A redirect' : `HTTP ${status}`;
  return new UnexpectedAnswer(`${what}, not an answer of accueil: is the address right?`, facts);
}

/** What a failure of either API says. */
function toldBy(answer: unknown): { message: string; code: ErrorCode | undefined } | undefined {
  if (!isObject(answer)) return undefined;
  const { error } = answer;
  if (typeof error === 'string') return { message: error, code: undefined };
  if (!isObject(error) || typeof error.message !== 'string') return undefined;
  return { message: error.message, code: isErrorCode(error.code) ? error.code : undefined };
}

/** `Retry-After` in seconds from now: it may be a number of them, or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
