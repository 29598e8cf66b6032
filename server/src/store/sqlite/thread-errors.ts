import { RequestError } from '../../contract/request-error.ts';
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  ForeignKeyViolation,
  NewerSchema,
  UniqueViolation,
} from '../database.ts';

/** An error as posted to another thread: structured clone keeps neither its class nor its fields. */
export interface SerializedError {
  readonly error: unknown;
  readonly name: string;
  /** For a {@link RequestError}. */
  readonly request?: Pick<RequestError, 'code' | 'headers'>;
  /** For an error of SQLite: the log needs it to remove values from the message. */
  readonly errcode?: unknown;
}

/** Converts an error so that it can be posted to another thread. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { error, name: '' };
  const { name } = error;
  if (error instanceof RequestError)
    return { error, name, request: { code: error.code, headers: error.headers } };
  return 'errcode' in error ? { error, name, errcode: error.errcode } : { error, name };
}

/** Restores a posted error, with its class if callers distinguish it. */
export function deserializeError({ error, name, request, errcode }: SerializedError): unknown {
  if (!(error instanceof Error)) return error;
  if (request !== undefined) return new RequestError(request.code, error.message, request.headers);
  const known = [UniqueViolation, ForeignKeyViolation, DatabaseUnavailable, DatabaseUnusable].find(
    (one) => one.name === name,
  );
  if (name === 'NewerSchema') return new NewerSchema(error.message);
  if (known !== undefined) return new known(error.message, { cause: error.cause });
  return errcode === undefined ? error : Object.assign(error, { errcode });
}
