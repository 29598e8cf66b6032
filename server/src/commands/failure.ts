import { AdministrationError } from '../access/administration.ts';
import { ConfigError } from '../config.ts';
import { FolderInUse } from '../database/folder-lock.ts';
import { DatabaseUnavailable } from '../database/port.ts';
import { CommandError } from './context.ts';

const expected = [AdministrationError, CommandError, ConfigError, DatabaseUnavailable, FolderInUse];

/** What a failed command says: a sentence when it was somebody's mistake, the stack when it is a fault of ours. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
