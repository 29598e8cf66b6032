import { sql } from 'kysely';
import { hourMs, instantIn, momentIn } from '../clock.ts';
import type { ActionRow } from '../entries/change/actions.ts';
import { residenceZone } from '../entries/residence-zone.ts';
import type { Refusal } from '../french/refusals.ts';
import type { ClaimedLetter } from '../outbox/queues.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import { visitOfKey } from './visit-key.ts';

/** A reminder comes at least so long before the visit. */
const reminderMs = 2 * hourMs;

// What was united is planned with the entry that was kept.
const visitAt = rawStatement<
  { entryId: number; toldAs: string },
  Pick<ActionRow, 'date' | 'time' | 'stage' | 'done' | 'outcome'> & { residenceId: number | null }
>(
  (p, { joinEach }) => sql`
select a.date, a.time, a.stage, a.done, a.outcome, e.establishment_id as "residenceId"
from entries e ${joinEach('actions', 'a', sql`a.entry_id = coalesce(e.duplicate_of, e.id)`)}
where e.id = ${p.entryId} and a.told_as = ${p.toldAs}`,
);

/** Why a message about a visit would say what is not so, or no longer of use; undefined when it may leave. */
export async function visitRefusal(
  read: Queries,
  { entryId, use, channel, key }: Pick<ClaimedLetter, 'entryId' | 'use' | 'channel' | 'key'>,
  now: Date,
): Promise<Refusal | undefined> {
  const told = visitOfKey(key);
  if (told === undefined) return undefined;
  const { toldAs, date, time } = told;
  const visit = await read.first(visitAt, { entryId, toldAs });
  if (visit === undefined) return 'visit-gone';
  if (visit.done === 1) return 'visit-done';
  const isCancelled = visit.outcome !== null || visit.stage !== 'Visite';
  if (use === 'visit-cancelled') {
    if (!isCancelled) return 'visit-takes-place';
  } else {
    if (isCancelled) return 'visit-cancelled';
    if (visit.date !== date || visit.time !== time) return 'visit-moved';
  }
  const zone = await residenceZone(read, visit.residenceId);
  const latest = instantIn(zone, date, time).getTime() - (use === 'reminder' ? reminderMs : 0);
  // By e-mail it says « demain »; an SMS names the day, as it waits for Monday over a Sunday.
  const isForToday = use === 'reminder' && channel === 'email' && momentIn(zone, now).day >= date;
  const isLate = now.getTime() > latest || isForToday;
  return isLate ? 'visit-late' : undefined;
}
