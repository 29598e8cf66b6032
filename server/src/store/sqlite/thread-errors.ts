import { RequestError } from '../../contract/request-error.ts';
import { DatabaseUnavailable, DatabaseUnusable, ForeignKeyViolation, UniqueViolation } from '../database.ts';

/** An error on its way from one thread to another: structured clone keeps neither its class nor its fields. */
export interface SentError {
  readonly error: unknown;
  readonly name: string;
  /** Of a {@link RequestError}. */
  readonly request?: Pick<RequestError, 'code' | 'headers'>;
  /** Of an error of SQLite: what makes it loggable without the values that its message quotes. */
  readonly errcode?: unknown;
}

/** An error as it can be posted to another thread. */
export function sent(error: unknown): SentError {
  if (!(error instanceof Error)) return { error, name: '' };
  const { name } = error;
  if (error instanceof RequestError)
    return { error, name, request: { code: error.code, headers: error.headers } };
  return 'errcode' in error ? { error, name, errcode: error.errcode } : { error, name };
}

/** The error that was sent, of its class again if it is one that callers tell apart. */
export function revived({ error, name, request, errcode }: SentError): unknown {
  if (!(error instanceof Error)) return error;
  if (request !== undefined) return new RequestError(request.code, error.message, request.headers);
  const known = [UniqueViolation, ForeignKeyViolation, DatabaseUnavailable, DatabaseUnusable].find(
    (one) => one.name === name,
  );
  if (known !== undefined) return new known(error.message, { cause: error.cause });
  return errcode === undefined ? error : Object.assign(error, { errcode });
}
