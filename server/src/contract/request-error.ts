import type { ErrorCode } from './errors.ts';

/** A failure that the caller is told of: a code of the registry and one English sentence. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}
