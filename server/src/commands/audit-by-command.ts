import { type AuditLine, commandLine, recordAudit } from '../access/audit.ts';
import type { Transaction } from '../store/database.ts';

/**
 * Writes an audit line for a command, in its transaction. Commands run without a user of the desk and without a network
 * address.
 */
export function recordByCommand(
  tx: Transaction,
  now: Date,
  act: Omit<AuditLine, 'at' | 'userId' | 'author' | 'address'>,
): Promise<void> {
  return recordAudit(tx, { at: now.toISOString(), userId: null, author: commandLine, address: null, ...act });
}
