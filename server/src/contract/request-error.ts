import type { ErrorCode } from './errors.ts';

/** An error that is reported to the caller: a code and one English sentence. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** What the answer holds beside `error`. */
  readonly more: object;

  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    more: object = {},
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.more = more;
  }
}

/** 404 of the desk for an id that is not there. `field`: that of the body which named it. */
export function notFound(what: string, id: number | string, field?: string): RequestError {
  return new RequestError(
    'NOTFOUND',
    `${field === undefined ? 'There' : `${field}: there`} is no ${what} ${id}`,
  );
}
