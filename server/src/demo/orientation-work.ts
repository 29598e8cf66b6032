import { lockEntry } from '../entries/change/row.ts';
import { editEntry, markSeen } from '../entries/change/staff-acts.ts';
import type { NewAction } from '../entries/entry.ts';
import type { Transaction } from '../store/database.ts';
import type { Instant } from '../store/tables.ts';
import { instantOf } from './calendar.ts';
import type { StaffWork } from './staff-work.ts';

/**
 * Does the work of staff on the entry an orientation has just created, which the exchange creates without any. Each
 * action is an act at its own moment; the last one also sets the result and the plan.
 */
export async function applyWork(
  tx: Transaction,
  entryId: number,
  { actions, resultat, motif, comment }: StaffWork,
): Promise<void> {
  const done = actions.filter((action) => action.done);
  const planned = actions.filter((action) => !action.done).map(asPatch);
  for (const [i, action] of done.entries()) {
    const isLast = i === done.length - 1;
    await editEntry(
      tx,
      await lockEntry(tx, entryId),
      { author: authorOf(action), at: momentOf(action) },
      {
        actions: isLast ? [asPatch(action), ...planned] : [asPatch(action)],
        ...(isLast && { resultat, motif, ...(comment !== null && { comment }) }),
      },
    );
  }
}

/** The member of staff who last worked on an entry has read the partner's message of `at`. */
export async function readBy(
  tx: Transaction,
  entryId: number,
  { actions }: StaffWork,
  at: Instant,
): Promise<void> {
  const last = actions.at(-1);
  if (last !== undefined) await markSeen(tx, await lockEntry(tx, entryId), { author: authorOf(last), at });
}

const asPatch = ({ date, time, comment, stage, done, outcome = null }: NewAction) => ({
  date,
  time,
  comment,
  stage,
  done,
  outcome,
});

function authorOf({ author }: NewAction): string {
  if (author === null) throw new Error('Work of staff has an author');
  return author;
}

function momentOf({ date, time }: NewAction): Instant {
  if (date === null || time === null) throw new Error('Work that is done has a day and a time');
  return instantOf(date, time);
}
