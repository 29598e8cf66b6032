import { readAuthorName } from '../../access/authors.ts';
import { appendEvent } from '../../outbox/append.ts';
import type { EventName } from '../../outbox/event-names.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { EntriesTable, Instant } from '../../store/tables.ts';
import { isOutOfSight, type PresentedEntry, presentEntry, presentedColumns } from '../presenter.ts';

/** The values of an entry that its events need. */
type EventEntry = Omit<PresentedEntry, 'custom_id'> &
  Pick<EntriesTable, 'caller_id' | 'custom_id' | 'test'> & { readonly sequence: number };

/**
 * Returns the events that a change causes (docs/webhooks.md), in sending order: none for an entry that is out of sight.
 * `updated` is emitted only when it causes none of the others.
 */
export function eventsCaused(before: EventEntry, after: EventEntry, followedUp: boolean): EventName[] {
  const events: EventName[] = [];
  if (isOutOfSight(before)) return events;
  if (before.status !== after.status && after.status === 'processed') events.push('processed');
  if (followedUp) events.push('action');
  if (before.resultat !== after.resultat || before.motif !== after.motif) events.push('result');
  const isReopened = before.status === 'processed' && after.status === 'new';
  if (events.length === 0 && (isReopened || callerView(before) !== callerView(after))) events.push('updated');
  return events;
}

const callerView = (entry: EventEntry) =>
  JSON.stringify(presentEntry({ ...entry, custom_id: entry.custom_id ?? '' }));

/** The entry's sequence number after these events. It grows only for an entry with a `customId`: others emit no events. */
export function sequenceAfter({ caller_id, custom_id, sequence }: EventEntry, events: readonly EventName[]) {
  return caller_id === null || custom_id === null ? sequence : sequence + events.length;
}

/** Appends events for the caller of an entry. The entry has its new values, but the sequence number from before them. */
export async function emitEvents(
  tx: Transaction,
  { caller_id: callerId, custom_id: customId, sequence, ...entry }: EventEntry,
  events: readonly EventName[],
  at: Instant,
): Promise<void> {
  if (callerId === null || customId === null) return;
  if (events.length === 0) return;
  const comment_by = entry.comment_by && (await readAuthorName(tx, entry.comment_by));
  const presented = presentEntry({ ...entry, comment_by, custom_id: customId });
  for (const [i, event] of events.entries()) {
    await appendEvent(tx, {
      entryId: entry.id,
      callerId,
      customId,
      event,
      sequence: sequence + i + 1,
      at,
      test: entry.test === 1,
      presented,
    });
  }
}

const duplicatesToNotify = statement<{ keptId: number }>()((db, p, dialect) => {
  const query = db
    .selectFrom('entries')
    .select(['id', 'caller_id', 'custom_id', 'test', 'sequence', ...presentedColumns])
    .where('duplicate_of', '=', p.keptId)
    .where('restriction', 'is', null)
    .where('kind', '=', 'commercial')
    .where('caller_id', 'is not', null)
    .where('custom_id', 'is not', null)
    .orderBy('id');
  return dialect.forUpdate(query);
});
const setSequence = statement<{ id: number; sequence: number }>()((db, p) =>
  db.updateTable('entries').set({ sequence: p.sequence }).where('id', '=', p.id),
);

/** Sends `result` to the callers of an entry's duplicates, because a duplicate reports the result of the kept entry. */
export async function notifyCallersOfDuplicates(
  tx: Transaction,
  kept: Pick<EntriesTable, 'resultat' | 'motif'> & { readonly id: number },
  at: Instant,
): Promise<void> {
  const { id: keptId, resultat, motif } = kept;
  for (const duplicate of await tx.all(duplicatesToNotify, { keptId })) {
    const entry = { ...duplicate, resultat, motif };
    await tx.run(setSequence, { id: entry.id, sequence: sequenceAfter(entry, ['result']) });
    await emitEvents(tx, entry, ['result'], at);
  }
}
