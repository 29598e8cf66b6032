import { hourMs, instantInParis, parisDay } from '../clock.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { visitOfKey } from './visit-key.ts';

/** A reminder comes at least so long before the visit. */
const reminderMs = 2 * hourMs;

const visitAt = statement<{ entryId: number; position: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .innerJoin('entries', 'entries.id', 'actions.entry_id')
    .select(['date', 'time', 'actions.stage', 'done', 'outcome', 'duplicate_of'])
    .where('entry_id', '=', p.entryId)
    .where('position', '=', p.position),
);

/** Why a message about a visit would say what is not so, or no longer of use; undefined when it may leave. */
export async function visitRefusal(
  read: Queries,
  { use, key }: Pick<ClaimedLetter, 'use' | 'key'>,
  now: Date,
): Promise<string | undefined> {
  const told = visitOfKey(key);
  if (told === undefined) return undefined;
  const { date, time } = told;
  const visit = await read.first(visitAt, told);
  // What was united is planned with the entry that was kept.
  if (visit === undefined || visit.duplicate_of !== null || visit.stage !== 'Visite')
    return 'The visit is gone';
  if (visit.done === 1) return 'The visit is done';
  const isCancelled = visit.outcome !== null;
  if (use === 'visit-cancelled') {
    if (!isCancelled) return 'The visit takes place after all';
  } else {
    if (isCancelled) return 'The visit was cancelled';
    if (visit.date !== date || visit.time !== time) return 'The visit was moved';
  }
  const latest = instantInParis(date, time).getTime() - (use === 'reminder' ? reminderMs : 0);
  // A reminder says « demain ».
  const isLate = now.getTime() > latest || (use === 'reminder' && parisDay(now) >= date);
  return isLate ? 'It is too late for the visit' : undefined;
}
