import assert from 'node:assert/strict';
import { type Desk, signIn } from './desk.ts';
import type { TestService } from './service.ts';

/** A line of the audit trail as the desk answers it. */
export interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly userId: number | null;
  readonly author: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectId: number | null;
  readonly detail: Record<string, unknown>;
}

/** The newest line of the audit trail that tells of what `desk` has done, as « changed staff 3 » and its detail. */
export async function lastAct(service: TestService, desk: Desk): Promise<[string, Record<string, unknown>]> {
  const reader = await signIn(service);
  const answer = await reader.get(`/desk/audit?userId=${desk.userId}&limit=1`);
  assert.equal(answer.statusCode, 200, answer.body);
  const [line] = answer.json<{ data: AuditLine[] }>().data;
  assert.ok(line);
  assert.equal(line.author, desk.email);
  return [[line.action, line.subject, line.subjectId].filter((one) => one !== null).join(' '), line.detail];
}
