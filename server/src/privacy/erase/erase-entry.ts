import { RequestError } from '../../contract/request-error.ts';
import { emitEvents, sequenceAfter } from '../../entries/change/events.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { detailsOf, rewriteDetails } from '../history-details.ts';
import { refuseHeld } from '../holds/refuse-held.ts';
import { dropNotifications } from './drop-notifications.ts';
import {
  forgetReceived,
  messageHash,
  type PartnerMessage,
  rememberAllErased,
  rememberErased,
} from './erased-messages.ts';
import { recordErasure } from './ledger.ts';
import { type ErasurePlan, planErasure } from './plan.ts';
import { rewriteBody, rewriteHistory } from './rewrite.ts';
import { erasing } from './statements.ts';

export interface EntryErasure {
  readonly entryId: number;
  /** The author in the history. */
  readonly author: string;
  /** `request`, or the name of the retention rule. */
  readonly reason: string;
  readonly requestId?: number | undefined;
  /** The plan that was shown. Without it, whatever is found is erased. */
  readonly digest?: string | undefined;
}

type ErasureResult =
  | { readonly state: 'erased' | 'changed'; readonly plan: ErasurePlan }
  | { readonly state: 'already erased' };

const deliveriesOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('outbox').select(['id', 'body']).where('entry_id', '=', p.entryId),
);
const setBody = statement<{ id: number; body: string }>()((db, p) =>
  db.updateTable('outbox').set({ body: p.body }).where('id', '=', p.id),
);
/** The `erased` event too: a receiver's response to it may hold personal data. */
const setBlanked = statement<{ entryId: number; now: string }>()((db, p) =>
  db.updateTable('outbox').set({ blanked_at: p.now }).where('entry_id', '=', p.entryId),
);
const orientationsOf = statement<{ entryId: number }>()((db, p, dialect) =>
  dialect.forUpdate(
    db
      .selectFrom('orientations')
      .select(['partner_id as partnerId', 'test', 'message'])
      .where('entry_id', '=', p.entryId),
  ),
);
const setErased = statement<{ id: number; sequence: number }>()((db, p) =>
  db
    .updateTable('entries')
    .set({ restriction: 'erased', flagged: 0, sequence: p.sequence })
    .where('id', '=', p.id),
);

/**
 * Erases the personal data of an entry in every place of the inventory, and tells its caller. Figures of past years stay.
 * Does nothing and returns the new plan when the digest is not that of the plan. Rejects with NOTFOUND for an unknown
 * entry, with HELD for one under a hold.
 */
export async function eraseEntry(
  tx: Transaction,
  { entryId, author, reason, requestId, digest }: EntryErasure,
  context: OperationContext,
): Promise<ErasureResult> {
  // Locked before the entry, as a partner's update does it: another order could deadlock.
  await tx.all(orientationsOf, { entryId });
  const entry = await findAndLockEntry(tx, entryId);
  if (entry === undefined) throw new RequestError('NOTFOUND', `path: no entry has the id ${entryId}`);
  if (entry.restriction === 'erased') return { state: 'already erased' };
  await refuseHeld(tx, entryId, context.now);
  const plan = await planErasure(tx, entry);
  if (digest !== undefined && digest !== plan.digest) return { state: 'changed', plan };
  const at = context.now.toISOString();
  await blankEntry(tx, entry, context);
  const events = ['erased'] as const;
  await emitEvents(tx, { ...entry, restriction: 'erased' }, events, at);
  await markErased(tx, { id: entryId, sequence: sequenceAfter(entry, events) }, context.now);
  await recordHistory(tx, { entryId, at, author, change: 'erased', detail: {} });
  await recordErasure(tx, {
    entryId,
    receivedAt: entry.received_at,
    relation: null,
    reason,
    requestId: requestId ?? null,
    erasedAt: at,
    counts: plan.counts,
    digest: plan.digest,
  });
  return { state: 'erased', plan };
}

/** Erases the personal data of an entry by the inventory. Keeps the keyed hashes of its partner's messages. */
export async function blankEntry(
  tx: Transaction,
  { id: entryId }: Pick<EntryRow, 'id'>,
  { now, secrets }: OperationContext,
): Promise<void> {
  const hashOf = (message: PartnerMessage) => messageHash(message, secrets.contentKey);
  for (const { partnerId, test, message } of await tx.all(orientationsOf, { entryId }))
    await rememberErased(tx, hashOf({ partnerId, test: test === 1, message }), now);
  await rememberAllErased(tx, entryId, now);
  await forgetReceived(tx, entryId);
  for (const { erase } of erasing) if (erase !== undefined) await tx.run(erase, { entryId });
  await dropNotifications(tx, entryId);
  await rewriteDetails(tx, await detailsOf(tx, entryId), rewriteHistory);
  await tx.each(
    setBody,
    (await tx.all(deliveriesOf, { entryId })).map(({ id, body }) => ({ id, body: rewriteBody(body) })),
  );
}

/** Marks an entry as erased, and its deliveries as blanked: an attempt in flight then writes nothing back. */
export async function markErased(
  tx: Transaction,
  { id, sequence }: Pick<EntryRow, 'id' | 'sequence'>,
  now: Date,
): Promise<void> {
  await tx.run(setErased, { id, sequence });
  await tx.run(setBlanked, { entryId: id, now: now.toISOString() });
}
