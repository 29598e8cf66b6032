import { type AuditLine, commandLine } from '../access/audit.ts';

/** What the audit trail says of every act of a command: whoever may run one needs no user, and comes over no network. */
export function auditByCommand(now: Date): Pick<AuditLine, 'at' | 'userId' | 'author' | 'address'> {
  return { at: now.toISOString(), userId: null, author: commandLine, address: null };
}
