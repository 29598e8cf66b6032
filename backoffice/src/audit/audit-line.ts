/** What the audit trail tells of, as the desk names it. */
export const auditActions = [
  'signed-in',
  'sign-in-failed',
  'sign-ins-refused',
  'signed-out',
  'read',
  'downloaded',
  'exported',
  'imported',
  'changed',
  'added',
  'removed',
  'sent-again',
] as const;
export const auditSubjects = [
  'entry',
  'file',
  'caller',
  'password',
  'endpoint',
  'delivery',
  'mail',
  'partner',
  'token',
  'group',
  'establishment',
  'staff',
  'announcement',
  'user',
  'conversions',
] as const;

/** The author of what was done by a command, as the desk names it. */
export const commandLine = 'command line';

/** One line of the audit trail. */
export interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly userId: number | null;
  readonly author: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectId: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
}
