import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import { changeCounts } from '../entries/contact-counts.ts';
import { type NewAction, stageOf } from '../entries/entry.ts';
import type { StaffWork } from './staff-work.ts';

const updateEntry = statement<{
  id: number;
  status: 'new' | 'processed';
  resultat: string | null;
  motif: string | null;
  comment: string | null;
  commentBy: string | null;
  flagged: 0 | 1;
}>()((db, p) =>
  db
    .updateTable('entries')
    .set((eb) => ({
      status: p.status,
      resultat: p.resultat,
      motif: p.motif,
      comment: eb.fn.coalesce(p.comment, 'comment'),
      comment_by: p.commentBy,
      flagged: p.flagged,
    }))
    .where('id', '=', p.id),
);
const insertAction = statement<{
  entryId: number;
  position: number;
  date: string | null;
  time: string | null;
  comment: string | null;
  stage: string | null;
  done: 0 | 1;
  author: string | null;
}>()((db, p) =>
  db.insertInto('actions').values({
    entry_id: p.entryId,
    position: p.position,
    date: p.date,
    time: p.time,
    comment: p.comment,
    stage: p.stage,
    done: p.done,
    author: p.author,
    extra: null,
  }),
);

/** Where the entry of an orientation is counted. */
interface Place {
  readonly year: number;
  readonly establishmentId: number;
}

/**
 * Adds the work of staff to the entry that an orientation has just made: the exchange makes it without any.
 * `flagged` says whether staff have something of it to look at; `place` is null while it waits to be assigned.
 */
export async function putWork(
  tx: Transaction,
  entryId: number,
  { actions, ...work }: StaffWork,
  { flagged, place }: { readonly flagged: boolean; readonly place: Place | null },
): Promise<void> {
  await tx.run(updateEntry, { ...work, id: entryId, flagged: flagged ? 1 : 0 });
  for (const [position, { extra: _, ...action }] of actions.entries()) {
    await tx.run(insertAction, { ...action, entryId, position, done: action.done ? 1 : 0 });
  }
  if (place !== null && actions.some(isInStage))
    await changeCounts(tx, [{ ...place, total: 0, hasAction: 1 }]);
}

const isInStage = (action: NewAction) => stageOf(action) !== null;
