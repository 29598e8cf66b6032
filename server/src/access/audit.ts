import type { Operation, OperationContext, Transaction } from '../store/database.ts';
import { pick } from '../store/entry-columns.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';

/** What the audit trail records. An entry's history says what changed; the audit trail says who changed or read it. */
export const auditActions = [
  'signed-in',
  'sign-in-failed',
  'sign-ins-refused',
  'signed-out',
  'read',
  'looked-up',
  'downloaded',
  'exported',
  'imported',
  'changed',
  'added',
  'removed',
  'sent-again',
  'erased',
] as const;
export type AuditAction = (typeof auditActions)[number];

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
  'register',
  'person',
  'retention',
  'hold',
  'privacy-request',
  'objection',
  'settings',
  'calendar',
  'template',
  'refused-creation',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The author of acts on the command line. It is not an e-mail address, so it can't be confused with a user. */
export const commandLine = 'command line';
/** The author of what the service does by itself. */
export const serviceAuthor = 'accueil';

export interface Actor {
  readonly userId: number | null;
  /** The user's e-mail address, or the one tried at a failed sign-in; {@link commandLine} for a command. */
  readonly author: string;
  /** The network address; null for a command. */
  readonly address: string | null;
}

/** What was done. Must not hold secrets or personal data of visitors. */
interface AuditedAct {
  readonly action: AuditAction;
  readonly subject?: AuditSubject;
  readonly subjectId?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface AuditLine extends Actor, AuditedAct {
  readonly at: Instant;
}

const columns = ['at', 'user_id', 'author', 'address', 'action', 'subject', 'subject_id', 'detail'] as const;
const insertLine = statement<Pick<Tables['audit'], (typeof columns)[number]>>()((db, p) =>
  db.insertInto('audit').values(pick(p, columns)),
);

/** Adds a line to the audit trail, in the same transaction as the act, and to the log once it is committed. */
export async function recordAudit(tx: Transaction, line: AuditLine): Promise<void> {
  const { userId: user_id, subject = null, subjectId: subject_id = null, detail = {}, ...rest } = line;
  await tx.run(insertLine, { ...rest, user_id, subject, subject_id, detail: JSON.stringify(detail) });
  tx.logged.push({ ...line });
}

/** The context of an {@link auditedOperation}: `record` adds an act of its actor to the audit trail. */
export interface AuditedContext extends OperationContext {
  readonly record: (act: AuditedAct) => Promise<void>;
}

/** Returns an operation whose input names the actor as `by`. */
export function auditedOperation<Input, Outcome>(
  name: string,
  run: (tx: Transaction, input: Input, context: AuditedContext) => Promise<Outcome>,
): Operation<Input & { readonly by: Actor }, Outcome> {
  return operation(name, (tx, input: Input & { readonly by: Actor }, context) => {
    const { userId, author, address } = input.by;
    const line = { at: context.now.toISOString(), userId, author, address };
    return run(tx, input, { ...context, record: (act) => recordAudit(tx, { ...line, ...act }) });
  });
}

/** Records an act that changes nothing else, such as reading. */
export const recordActivity = auditedOperation(
  'recordActivity',
  (_, { act }: { readonly act: AuditedAct }, { record }) => record(act),
);
