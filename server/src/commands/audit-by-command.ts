import { type AuditLine, commandLine, recordAudit } from '../access/audit.ts';
import type { Transaction } from '../store/database.ts';

/**
 * Writes a line of the audit trail about an act of a command, in its transaction: whoever may run one needs no user, and
 * comes over no network.
 */
export function recordByCommand(
  tx: Transaction,
  now: Date,
  act: Omit<AuditLine, 'at' | 'userId' | 'author' | 'address'>,
): Promise<void> {
  return recordAudit(tx, { at: now.toISOString(), userId: null, author: commandLine, address: null, ...act });
}
