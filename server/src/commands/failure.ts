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

/** What a failed command says: a sentence when it was somebody's mistake, the stack when it is a fault of ours. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The system's own refusals say which file or address: a port in use, a folder that may not be written.
  const fromSystem = 'code' in error && ('syscall' in error || error instanceof AggregateError);
  if (fromSystem || expected.some((kind) => error instanceof kind)) return messageOf(error);
  return stackWithoutValues(error);
}

/**
 * One line about an error that nothing has handled: JSON, in the shape of the service's log, so that whatever collects
 * the log finds it.
 */
export function unforeseenLine(error: unknown, reference: string, now: Date): string {
  return JSON.stringify({
    level: 60,
    time: now.getTime(),
    pid: process.pid,
    reference,
    err: loggableError(error),
    msg: `accueil ends: an error that nothing handles (reference ${reference})`,
  });
}

/** What a failed command ends with. */
export function failureCode(error: unknown): number {
  return error instanceof CommandError ? error.exitCode : 1;
}

/** The message alone. A connection that fails on every address of a name has one for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
