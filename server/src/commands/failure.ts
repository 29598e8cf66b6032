import { ConfigError } from '../config.ts';
import { RequestError } from '../contract/request-error.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../store/database.ts';
import { loggableError, stackWithoutValues } from '../store/loggable-error.ts';
import { FolderInUse } from '../store/sqlite/folder-lock.ts';
import { CommandError } from './context.ts';

const expected = [
  CommandError,
  ConfigError,
  DatabaseUnavailable,
  DatabaseUnusable,
  FolderInUse,
  RequestError,
];

/** Returns what a failed command prints: the message of an expected error, or the stack of a bug. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Errors of system calls name the file or address: a port in use, a folder that is not writable.
  const fromSystem = 'code' in error && ('syscall' in error || error instanceof AggregateError);
  if (fromSystem || expected.some((kind) => error instanceof kind)) return messageOf(error);
  return stackWithoutValues(error);
}

/**
 * Returns the log line of an uncaught error: JSON in the format of the service's log, so that log collectors can parse it.
 */
export function uncaughtErrorLine(error: unknown, reference: string, now: Date): string {
  return JSON.stringify({
    level: 60,
    time: now.toISOString(),
    pid: process.pid,
    reference,
    err: loggableError(error),
    msg: `accueil ends: an error that nothing handles (reference ${reference})`,
  });
}

/** Returns the exit code of a failed command. */
export function failureCode(error: unknown): number {
  return error instanceof CommandError ? error.exitCode : 1;
}

/** Returns the error's message. A connection that failed on several addresses has one for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
