// An erasure of an entry: `pending_erasures` says that it is decided, `entries.restriction` that it is done.
//
// | State | What happens | Next | Its caller is told | Staff see |
// |---|---|---|---|---|
// | none | an officer decides it for a request, by a plan that still holds | pending for 72 hours | nothing | 404 |
// | none | a rule of retention concerns the entry | pending for 7 days | nothing | 404; direction: « sera effacée le … » |
// | pending | the officer takes it back, or of a rule: direction | none; of a rule its days count from today | what changed | it again |
// | pending by a rule | its partner or family has written, or the rule concerns it no more | none | what changed | it again |
// | pending by a rule | an officer decides it for a request | pending for 72 hours | nothing | 404 |
// | pending | a hold or limitation begins: the request is to be decided again | pending until it ends | nothing | 404 |
// | pending | its time is over, and nothing holds it | erased | `erased` | ERASED |
// | erased | `erased` was delivered 30 days ago, or could not be for 183 | finished: no customId, no deliveries | | ERASED |
// | erased | the same, of applications, spam and tests | finished: no row | | 404 |
//
// A restored backup is erased again by the ledger (repeat-erasure.ts).
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { auditedOperation, serviceAuthor } from '../../access/audit.ts';
import { dayMs } from '../../clock.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { emitEvents, sequenceAfter } from '../../entries/change/events.ts';
import { currentVersion, recordHistory } from '../../entries/change/history.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { deleteRefusedOf } from '../../entries/create/refused-creations.ts';
import { deleteEntries } from '../../entries/delete-entries.ts';
import { lockOrientations } from '../../entries/erased-numbers.ts';
import { refuseHeld } from '../../entries/holds.ts';
import { byRequest, takeBackErasure, takeBackLiving, updateRestriction } from '../../entries/restriction.ts';
import type { DeletedRange } from '../../store/chunks.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { operation } from '../../store/operation.ts';
import { bind, query, rawStatement } from '../../store/statement.ts';
import type { Instant, Tables } from '../../store/tables.ts';
import { noteDeletion } from '../records/deletions.ts';
import { recordErasure } from '../records/erasures.ts';
import { keepRecipients } from '../records/recipients.ts';
import { findRequest } from '../records/requests.ts';
import { recordStep, setOutcome } from '../records/steps.ts';
import { blankEntry, countRows, markErased } from './blank.ts';
import { living, writtenAgain } from './living.ts';

/** The days in which an erasure can be taken back. */
const daysOf = (reason: string) => (reason === byRequest ? 3 : 7);
/** How long after its last `erased` event has ended the caller can still look an entry up by its customId. */
const foundDays = 30;
/** How long an `erased` event waits for an endpoint that is off or does not answer: as long as deliveries are kept. */
const waitingDays = 183;
const entriesPerChunk = 20;

export type PendingErasure = Tables['pending_erasures'];
type Decision = Pick<PendingErasure, 'entry_id' | 'reason' | 'request_id' | 'digest' | 'decided_by'>;

/** Changes with what an erasure of the entry would erase: only what a plan has shown is erased for a request. */
export async function erasurePlan(read: Queries, { id: entryId, received_at, restriction }: EntryRow) {
  const version = await currentVersion(read, entryId);
  const rows = await read.all(countRows, { entryId });
  /** The number of rows that hold data, by place. */
  const counts = Object.fromEntries(rows.flatMap((one) => (one.rows > 0 ? [[one.place, one.rows]] : [])));
  // Those of an entry change by themselves, and hold nothing that is not in it.
  const { outbox: _, attempts: __, idempotency_keys: ___, ...content } = counts;
  return { counts, digest: digestOf([entryId, received_at, restriction, version, content]) };
}

/** Returns the digest of what a plan has shown. */
export function digestOf(shown: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url');
}

/** When an erasure that is decided now is done. */
export function dueAfter(reason: string, now: Date): Instant {
  return new Date(now.getTime() + daysOf(reason) * dayMs).toISOString();
}

export function pendingErasure(read: Queries, entryId: number): Promise<PendingErasure | undefined> {
  return read.first(
    query((db) => db.selectFrom('pending_erasures').selectAll().where('entry_id', '=', entryId)),
  );
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

export const changedSince = () =>
  new RequestError('CONFLICT', 'digest: something has changed since this plan was shown');

/**
 * Decides to erase an entry, and hides it until then. Rejects with NOTFOUND for an unknown entry, with HELD for one under a
 * hold, with CONFLICT for one that is to be erased for another request, and when a digest is not that of the plan as it is now.
 */
export async function decideErasure(
  tx: Transaction,
  decision: Decision,
  { now }: OperationContext,
): Promise<'pending' | 'already pending' | 'already erased'> {
  const { entry_id: entryId, reason, digest, decided_by: author } = decision;
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return 'already erased';
  await refuseHeld(tx, entryId, now);
  const before = await pendingErasure(tx, entryId);
  if (reason === byRequest) refuseOtherRequest(before, decision.request_id);
  if (before !== undefined && (before.reason === byRequest || reason !== byRequest)) return 'already pending';
  if (digest !== null && digest !== (await erasurePlan(tx, entry)).digest) throw changedSince();
  const row = { ...decision, decided_at: now.toISOString(), due_at: dueAfter(reason, now) };
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

/** Erases an entry whose time is over; or takes back what retention has decided of one that lives. Rejects with HELD under a hold. */
export const settleErasure = auditedOperation(
  'settleErasure',
  async (tx, { entryId }: { readonly entryId: number }, { record, ...context }) => {
    const { now } = context;
    const { entry, pending } = await lockPending(tx, entryId);
    const { reason, request_id: requestId, decided_by: author } = pending;
    const [isLiving] = await living(tx, [{ id: entryId, reason }], now);
    if (isLiving !== undefined) {
      const isWritten = (await tx.first(writtenAgain, { ids: [entryId] })) !== undefined;
      const takeBack = isWritten ? takeBackLiving : takeBackErasure;
      await takeBack(tx, entry, { author: serviceAuthor, now });
      return 'taken back';
    }
    if (pending.due_at > now.toISOString()) return 'left';
    const counts = await eraseEntry(tx, { entryId, author, reason, requestId }, context);
    if (requestId !== null) await setOutcome(tx, requestId, entryId, { state: 'done' });
    if (counts === undefined) return 'erased';
    if (requestId !== null) {
      const by = { userId: null, author: serviceAuthor };
      await recordStep(tx, requestId, { by, now, step: 'erased', detail: { entryId, counts } });
    }
    if (reason === byRequest)
      await record({ action: 'erased', subject: 'entry', subjectId: entryId, detail: { counts } });
    return 'erased';
  },
);

interface EntryErasure {
  readonly entryId: number;
  readonly author: string;
  /** `request`, or the name of the retention rule. */
  readonly reason: string;
  readonly requestId: number | null;
}

/**
 * Erases the personal data of an entry in every place of the inventory, and tells its caller. Figures of past years stay.
 * Returns how many rows were erased, by place; undefined when it was erased before. Rejects with NOTFOUND for an unknown
 * entry, with HELD for one under a hold.
 */
export async function eraseEntry(
  tx: Transaction,
  { entryId, author, reason, requestId }: EntryErasure,
  context: OperationContext,
): Promise<Readonly<Record<string, number>> | undefined> {
  await lockOrientations(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  if (entry.restriction === 'erased') return undefined;
  await refuseHeld(tx, entryId, context.now);
  const { counts } = await erasurePlan(tx, entry);
  const at = context.now.toISOString();
  // Not by a rule of retention: what was refused then came later.
  if (reason === byRequest) await deleteRefusedOf(tx, entry, at);
  await blankEntry(tx, entry, context);
  const events = ['erased'] as const;
  await emitEvents(tx, { ...entry, restriction: 'erased' }, events, at);
  await markErased(tx, { id: entryId, sequence: sequenceAfter(entry, events) }, context.now);
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  const receivedAt = entry.received_at;
  await recordErasure(tx, { entryId, receivedAt, paths: null, reason, requestId, erasedAt: at, counts });
  return counts;
}

interface Unfinished {
  readonly id: number;
  /** Whether it counts in no statistics and no other entry refers to it. */
  readonly deletable: 0 | 1;
  /** Whether its caller is still to be told, or has been a short time ago. */
  readonly waits: 0 | 1;
}

// The condition is that of the partial index `entries_unfinished`.
const nextUnfinished = rawStatement<{ after: number; until: string; waitingSince: string }, Unfinished>(
  (p) => sql`
select e.id,
  case when (e.kind = 'postuler' or e.spam = 1 or e.test = 1)
    and not exists (select 1 from entries d where d.duplicate_of = e.id) then 1 else 0 end as deletable,
  case when exists (
    select 1 from outbox o where o.entry_id = e.id and o.event = 'erased'
      and ((o.state = 'pending' and o.created_at > ${p.waitingSince}) or o.finished_at > ${p.until})
  ) then 1 else 0 end as waits
from entries e
where e.restriction = 'erased' and (e.custom_id is not null or e.kind = 'postuler' or e.spam = 1 or e.test = 1)
  and e.id > ${p.after}
order by e.id limit ${sql.lit(entriesPerChunk)}`,
);

/** Finishes with some of the erased entries after the id `after`. Returns the last of them, and how many it has changed. */
export const finishErasures = operation(
  'finishErasures',
  async (tx, after: number, { now }): Promise<DeletedRange> => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
    const [until, waitingSince] = [daysAgo(foundDays), daysAgo(waitingDays)];
    const unfinished = await tx.all(nextUnfinished, { after, until, waitingSince });
    const ready = unfinished.filter(({ waits }) => waits === 0);
    const readyIds = ready.map(({ id }) => id);
    const deletable = ready.filter((entry) => entry.deletable === 1).map(({ id }) => id);
    const ids = bind(readyIds);
    await keepRecipients(tx, readyIds, now);
    await tx.run(query((db, { idIn }) => db.deleteFrom('outbox').where(idIn('entry_id', ids))));
    const forgotten = await tx.run(
      query((db, { idIn }) =>
        db
          .updateTable('entries')
          .set({ custom_id: null })
          .where(idIn('id', ids))
          .where('custom_id', 'is not', null),
      ),
    );
    const deleted = Math.max(forgotten, await deleteEntries(tx, deletable));
    if (deleted > 0) await noteDeletion(tx);
    return { last: unfinished.at(-1)?.id, deleted };
  },
);
