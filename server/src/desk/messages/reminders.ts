import { sql } from 'kysely';
import { serviceAuthor } from '../../access/audit.ts';
import { addDays, dayMs, instantIn, minuteMs, momentIn } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import { noteLetter } from '../../entries/change/staff-acts.ts';
import { residenceZones } from '../../entries/residence-zone.ts';
import { reminderKey, visitOfKey } from '../../mail/visit-key.ts';
import { visitRefusal } from '../../mail/visit-refusal.ts';
import { sendsAtOf } from '../../outbox/append-mail.ts';
import { letterOfKey } from '../../outbox/letters.ts';
import { isRestoredSince } from '../../outbox/letters-given-up.ts';
import type { Database } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { rawStatement } from '../../store/statement.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { findResidence, writingResidence } from '../residence.ts';
import { joinLetter, letterColumns, type VisitLetter, whoGot } from './announced-visits.ts';
import { peopleToWriteTo } from './filling.ts';
import { writeLetter } from './letter.ts';
import { visitLetter } from './visits.ts';

/** Families are reminded from this time on, on the eve, where the residence is. */
const hour = '10:00';
/** What would leave in the last minutes that are left would often be too late, and an alarm for staff. */
const slackMs = 10 * minuteMs;

interface Due extends VisitLetter {
  readonly entryId: number;
  readonly residenceId: number | null;
  readonly date: Day;
  readonly time: string;
  /** Of the residence that has confirmed it: its name, and by e-mail its address. */
  readonly sender: string | null;
  readonly replyTo: string | null;
}

// By `actions_planned` and `mails_key`: few visits are planned for a day.
const confirmedVisits = rawStatement<{ date: Day; before: Instant }, Due>(
  (p, dialect) => sql`
select a.entry_id as "entryId", e.establishment_id as "residenceId", a.date, a.time, m.sender, m.reply_to as "replyTo", ${letterColumns}
from actions a ${dialect.joinEach('entries', 'e', sql`e.id = a.entry_id and e.duplicate_of is null and e.restriction is null`)}
  ${joinLetter(dialect)}
where a.done = 0 and a.outcome is null and a.date = ${p.date} and a.stage = 'Visite' and a.time is not null
  and m.use in ('visit', 'visit-moved') and m.created_at < ${dialect.instant(p.before)}
  and exists (
    select 1 from templates t where t.use = 'reminder' and t.channel = m.channel and t.active = 1
      and (t.establishment_id is null or t.establishment_id = e.establishment_id))
  and not exists (
    select 1 from mails r
    where r.key = 'reminder:' || a.told_as || ':' || a.date || ':' || a.time || ':' || m.channel)
order by a.entry_id, a.position, m.channel`,
);

/**
 * Returns what writes the reminders of tomorrow's confirmed visits that have none. A confirmation less than a day older is one
 * itself. Nothing is scheduled: a visit that was cancelled is not found, and one that was moved has another key.
 */
export function openReminders(): (database: Database, now: Date) => Promise<void> {
  // Of one that can't be written nothing is stored: it is tried once an hour, not each minute.
  const tried = new Set<string>();
  let lastHour = '';
  return async (database, now) => {
    const thisHour = now.toISOString().slice(0, 13);
    if (thisHour !== lastHour) tried.clear();
    lastHour = thisHour;
    const zones = await residenceZones(database.background);
    for (const zone of new Set(zones.values())) {
      const { day: today } = momentIn(zone, now);
      const begins = instantIn(zone, today, hour);
      // Those of today may have been sent: the backup does not know.
      if (now < begins || (await isRestoredSince(database.read, begins))) continue;
      const before = new Date(begins.getTime() - dayMs).toISOString();
      const found = await database.background.all(confirmedVisits, { date: addDays(today, 1), before });
      for (const due of found) {
        const { entryId, residenceId, date, time, key } = due;
        const name = [entryId, date, time, key].join();
        if (zones.get(residenceId) !== zone || tried.has(name)) continue;
        tried.add(name);
        await database.write(remindOfVisit, due, now);
      }
    }
  };
}

/**
 * Reminds of a visit, unless it was done meanwhile, or can't be: without a template or an address, for example, or where an
 * SMS would leave too late.
 */
export const remindOfVisit = operation('remindOfVisit', async (tx, due: Due, context) => {
  const { entryId, date, time, channel } = due;
  const entry = await findAndLockEntry(tx, entryId);
  const announced = visitOfKey(due.key);
  if (entry === undefined || announced === undefined) return;
  const visit = { ...announced, date, time };
  const key = reminderKey(visit, channel);
  if ((await letterOfKey(tx, key)) !== undefined) return;
  // A visit that went to another residence with its entry is not the one that the family knows of.
  const { establishment_id: residenceId } = entry;
  const isSame =
    channel === 'sms'
      ? ((await findResidence(tx, residenceId))?.name ?? null) === due.sender
      : (await writingResidence(tx, residenceId))?.email === due.replyTo;
  const recipient = whoGot(await peopleToWriteTo(tx, entry, channel), entryId, due);
  if (recipient === undefined || !isSame) return;
  const at = context.now.toISOString();
  const leaves = new Date(Date.parse(sendsAtOf(at, channel, recipient.to)) + slackMs);
  if ((await visitRefusal(tx, { entryId, use: 'reminder', channel, key }, leaves)) !== undefined) return;
  try {
    const letter = await visitLetter(tx, entry, { use: 'reminder', channel, visit, recipient });
    const staff = { author: serviceAuthor, at };
    const { person } = recipient;
    const { sent } = await writeLetter(
      tx,
      entry,
      staff,
      { ...letter, use: 'reminder', channel, person, key },
      context,
    );
    await noteLetter(tx, entry, staff, sent);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
});
