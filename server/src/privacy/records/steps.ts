import type { Actor } from '../../access/audit.ts';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { RequestError } from '../../contract/request-error.ts';
import { stepNames } from '../../french/labels.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { findRequest, linkEntry, requestEntry, type StoredRequest, updateEntry } from './requests.ts';

/** What was done for a request. Must not hold personal data. */
export interface RequestStep {
  readonly by: Pick<Actor, 'userId' | 'author'>;
  readonly now: Date;
  /** `told` is not shown: what recipients.ts keeps. */
  readonly step: keyof typeof stepNames | 'told';
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds what was done for a request, in the transaction of the act. */
export async function recordStep(tx: Transaction, id: number, { by, now, step, detail = {} }: RequestStep) {
  const values = { at: now.toISOString(), author: authorOf(by), step, detail: JSON.stringify(detail) };
  await insert(tx, 'privacy_request_steps', { request_id: id, ...values });
}

/** Returns what was done for a request, the oldest first. */
export async function requestSteps(read: Queries, id: number) {
  const rows = await read.all(
    query((db) =>
      db
        .selectFrom('privacy_request_steps')
        .select(['at', shownAuthor('author').as('author'), 'step', 'detail'])
        .where('request_id', '=', id)
        .where('step', '<>', 'told')
        .orderBy('id'),
    ),
  );
  const names: Readonly<Record<string, string>> = stepNames;
  return rows.map(({ detail, step, ...of }) => ({
    ...of,
    step,
    name: names[step] ?? 'Autre étape',
    detail: JSON.parse(detail) as Readonly<Record<string, unknown>>,
  }));
}

/** Locks a request that acts may still be done for. Rejects with NOTFOUND, and with CONFLICT for a closed one. */
export async function lockOpenRequest(tx: Transaction, id: number): Promise<StoredRequest> {
  return requireOpen(await findRequest(tx, id, { isLocked: true }));
}

/** Throws CONFLICT for a closed request. */
export function requireOpen(request: StoredRequest): StoredRequest {
  if (request.closedAt !== null)
    throw new RequestError('CONFLICT', `Request ${request.id} is closed: nothing of it can be changed`);
  return request;
}

/**
 * Says that an entry's erasure for a request was taken back, or is held: what became of it, and the decision, are open again,
 * of a closed request too.
 */
export async function reopen(
  tx: Transaction,
  id: number,
  entryId: number,
  { by, now }: Pick<RequestStep, 'by' | 'now'>,
): Promise<void> {
  const { closedAt } = await findRequest(tx, id, { isLocked: true });
  await setOutcome(tx, id, entryId, { state: 'found' });
  const undecided = { decision: null, answered_on: null, answer_channel: null, closed_at: null };
  await update(tx, 'privacy_requests', id, undecided);
  if (closedAt !== null) await recordStep(tx, id, { by, now, step: 'reopened', detail: { entryId } });
}

/** Sets what became of an entry for a request, and lists the entry there if it was not. */
export async function setOutcome(
  tx: Transaction,
  requestId: number,
  entryId: number,
  outcome: { readonly state: 'found' | 'done' },
): Promise<void> {
  await linkEntry(tx, requestId, entryId, null);
  const linked = await requestEntry(tx, requestId, entryId);
  if (linked !== undefined) await updateEntry(tx, { ...linked, reason: null, ...outcome });
}
