import { type AuditedAct, serviceAuthor } from '../../access/audit.ts';
import { dayMs } from '../../clock.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { lockOrientations } from '../../entries/erased-numbers.ts';
import { refuseHeld } from '../../entries/holds.ts';
import { byRequest, updateRestriction } from '../../entries/restriction.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import type { Instant, Tables } from '../../store/tables.ts';
import { findRequest } from '../records/requests.ts';
import { recordStep, setOutcome } from '../records/steps.ts';
import { eraseEntry } from './erase-entry.ts';
import { erasurePlan } from './plan.ts';

/** The days in which an erasure for a request can be taken back. */
export const requestDays = 3;
/** The days in which what retention has decided can be taken back. */
export const hiddenDays = 7;

export type PendingErasure = Tables['pending_erasures'];
type Decision = Pick<PendingErasure, 'entry_id' | 'reason' | 'request_id' | 'digest' | 'decided_by'>;

export function pendingErasure(read: Queries, entryId: number): Promise<PendingErasure | undefined> {
  return read.first(
    query((db) => db.selectFrom('pending_erasures').selectAll().where('entry_id', '=', entryId)),
  );
}

/**
 * Decides to erase an entry so many days later, and hides it until then. Rejects with NOTFOUND for an unknown entry, with HELD for one under a hold, with CONFLICT for one that is to be erased for another
 * request, and when a digest is not that of the plan as it is now.
 */
export async function decideErasure(
  tx: Transaction,
  decision: Decision,
  days: number,
  { now }: OperationContext,
): Promise<'pending' | 'already pending' | 'already erased'> {
  const { entry_id: entryId, reason, digest, decided_by: author } = decision;
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return 'already erased';
  await refuseHeld(tx, entryId, now);
  const before = await pendingErasure(tx, entryId);
  if (reason === byRequest) refuseOtherRequest(before, decision.request_id);
  // A person's request goes before a rule: nothing but an act of the officer takes it back.
  if (before !== undefined && (before.reason === byRequest || reason !== byRequest)) return 'already pending';
  if (digest !== null && digest !== (await erasurePlan(tx, entry)).digest) throw changedSince();
  const at = now.toISOString();
  const row = { ...decision, decided_at: at, due_at: dueAfter(days, now) };
  await tx.run(
    query((db) =>
      db
        .insertInto('pending_erasures')
        .values(row)
        .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row)),
    ),
  );
  await updateRestriction(tx, entry, { author, now });
  return 'pending';
}

/** Throws CONFLICT for an entry that is to be erased for another request. */
export function refuseOtherRequest(pending: PendingErasure | undefined, requestId: number | null): void {
  if (pending?.reason !== byRequest || pending.request_id === requestId) return;
  const { entry_id: entryId, request_id: other } = pending;
  throw new RequestError(
    'CONFLICT',
    `requestId: entry ${entryId} is to be erased for request ${other} already`,
  );
}

/** When an erasure that is decided now is done. */
export function dueAfter(days: number, now: Date): Instant {
  return new Date(now.getTime() + days * dayMs).toISOString();
}

export const changedSince = () =>
  new RequestError('CONFLICT', 'digest: something has changed since this plan was shown');

/**
 * Locks an entry whose erasure is pending, after the request for which it is. Rejects with NOTFOUND when it is not pending
 * any more.
 */
export async function lockPending(
  tx: Transaction,
  entryId: number,
): Promise<{ readonly entry: EntryRow; readonly pending: PendingErasure }> {
  const requestId = (await pendingErasure(tx, entryId))?.request_id ?? null;
  if (requestId !== null) await findRequest(tx, requestId, { isLocked: true });
  await lockOrientations(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  const pending = await pendingErasure(tx, entryId);
  if (pending === undefined) throw notFound('pending erasure of entry', entryId);
  return { entry, pending };
}

/** Erases an entry that {@link lockPending} has locked. Rejects with HELD when it is under a hold. */
export async function erasePending(
  tx: Transaction,
  { entry_id: entryId, reason, request_id: requestId, decided_by: author }: PendingErasure,
  context: OperationContext,
  record?: (act: AuditedAct) => Promise<void>,
): Promise<void> {
  const erasure = { entryId, author, reason, requestId: requestId ?? undefined };
  const counts = await eraseEntry(tx, erasure, context);
  if (requestId !== null) await setOutcome(tx, requestId, entryId, { state: 'done' });
  if (counts === undefined) return;
  if (requestId !== null) {
    const by = { userId: null, author: serviceAuthor };
    await recordStep(tx, requestId, { by, now: context.now, step: 'erased', detail: { entryId, counts } });
  }
  await record?.({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
}
