import pg from 'pg';
import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '../database.ts';

/** A serialization failure or a deadlock: the transaction may succeed when retried. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const retryable = new Set(['40001', '40P01']);
// Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources,
// operator intervention, system error, read-only transaction, failed authorization, no such database.
const unavailable = /^(08|53|57|58|25006|28|3D000)/;

/** Maps an error of PostgreSQL to one of database.ts if callers distinguish it. */
export function postgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === uniqueViolation) return new UniqueViolation(error.message, { cause: error });
  if (code === foreignKeyViolation) return new ForeignKeyViolation(error.message, { cause: error });
  if (code !== undefined && retryable.has(code))
    return new SerializationFailure(error.message, { cause: error });
  const fromServer = error instanceof pg.DatabaseError;
  if (fromServer && !unavailable.test(code ?? '')) return error;
  if (!fromServer && code === undefined && !/connect|timeout|terminat|closed|pool/i.test(error.message))
    return error;
  // A host name with several addresses fails on each. The AggregateError itself has no message, so its parts are joined.
  const messages =
    error instanceof AggregateError ? error.errors.map(({ message }) => message) : [error.message];
  return new DatabaseUnavailable(`PostgreSQL: ${messages.join('; ')}`, { cause: error });
}
