import pg from 'pg';
import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '../database.ts';

/** A serialization failure or a deadlock: the transaction may succeed when retried. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const retryable = new Set(['40001', '40P01']);
/**
 * The server can't serve at the moment, whatever it is asked, or has ended the connection. Classes and single codes of
 * https://www.postgresql.org/docs/current/errcodes-appendix.html:
 *
 * - 08 connection, 28 authorization, 3D000 no such database: it can't be reached as we are told to;
 * - 25006 read-only: a standby, or maintenance. 25P03 and 25P04: a transaction that took too long was ended;
 * - 40003: whether it was committed is unknown, as when a connection breaks;
 * - 53 resources, 57 operator intervention, 58 system error, F0 configuration file;
 * - 55 not in the required state: the database takes no connections (55000), or another session holds a lock (55P03);
 * - XX001 and XX002: damaged, as SQLite's « malformed ».
 *
 * All others are about one statement or one value, so that they are ours: XX000 too, which a retry would repeat.
 */
const unavailable = /^(08|25006|25P0[34]|28|3D000|40003|53|55|57|58|F0|XX00[12])/;

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
  if (!fromServer && code === undefined && !/connect|timeout|terminat|closed|pool|SASL/i.test(error.message))
    return error;
  // A host name with several addresses fails on each. The AggregateError itself has no message, so its parts are joined.
  const messages =
    error instanceof AggregateError ? error.errors.map(({ message }) => message) : [error.message];
  return new DatabaseUnavailable(`PostgreSQL: ${messages.join('; ')}`, { cause: error });
}

/** The error of what waits for a server that has stopped responding. */
export function silence(): DatabaseUnavailable {
  return new DatabaseUnavailable('PostgreSQL: the server does not answer');
}
