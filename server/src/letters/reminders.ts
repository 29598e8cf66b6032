import { sql } from 'kysely';
import { serviceAuthor } from '../access/audit.ts';
import { addDays, dayMs, instantIn, minuteMs, momentIn } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { storedActions, uidOf, uidOfAction } from '../entries/change/actions.ts';
import { findAndLockEntry } from '../entries/change/row.ts';
import { isPlanned } from '../entries/follow-up/progress.ts';
import { findResidence, writingResidence } from '../entries/residence.ts';
import { residenceZones } from '../entries/residence-zone.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { rawStatement } from '../store/statement.ts';
import type { Channel, Day, Instant } from '../store/tables.ts';
import { peopleToWriteTo } from './filling.ts';
import { isRestoredSince } from './given-up.ts';
import { letterOfKey, sendsAtOf } from './letters.ts';
import { visitRefusal } from './refusal.ts';
import { announcedVisits, visitLetter, whoGot } from './visits.ts';
import { noteLetter, writeLetter } from './write.ts';

/** Families are reminded from this time on, on the eve, where the residence is. */
const hour = '10:00';
/** What would leave in the last minutes that are left would often be too late, and an alarm for staff. */
const slackMs = 10 * minuteMs;

interface Due {
  readonly entryId: number;
  readonly position: number;
  readonly channel: Channel;
}

// By `actions_planned`, `letters_visit` and `letters_key`: few visits are planned for a day.
const confirmedVisits = rawStatement<
  { date: Day; before: Instant },
  Due & { readonly residenceId: number | null }
>(
  (p, { joinEach, instant }) => sql`
select distinct a.entry_id as "entryId", a.position, l.channel, e.establishment_id as "residenceId"
from actions a ${joinEach('entries', 'e', sql`e.id = a.entry_id and e.duplicate_of is null and e.restriction is null`)}
  ${joinEach('letters', 'l', sql`l.visit = ${uidOfAction}`)}
where a.done = 0 and a.outcome is null and a.date = ${p.date} and a.stage = 'Visite' and a.time is not null
  and l.use in ('visit', 'visit-moved') and l.created_at < ${instant(p.before)}
  and exists (
    select 1 from templates t where t.use = 'reminder' and t.channel = l.channel and t.active = 1
      and (t.establishment_id is null or t.establishment_id = e.establishment_id))
  and not exists (
    select 1 from letters r where r.key = 'reminder:' || ${uidOfAction} || ':' || a.date || ':' || a.time || ':' || l.channel)
order by 1, 2, 3`,
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
      for (const { residenceId, ...due } of found) {
        const name = Object.values(due).join();
        if (zones.get(residenceId) !== zone || tried.has(name)) continue;
        tried.add(name);
        await database.write(remindOfVisit, { ...due, before }, now);
      }
    }
  };
}

/**
 * Reminds of a visit, unless it was done meanwhile, or can't be: without a template or an address, for example, or where an
 * SMS would leave too late.
 */
export const remindOfVisit = operation(
  'remindOfVisit',
  async (tx, { entryId, position, channel, before }: Due & { readonly before: Instant }, context) => {
    const entry = await findAndLockEntry(tx, entryId);
    const action = (await storedActions(tx, entryId)).get(position);
    const announced = await announcedVisits(tx, entryId);
    const told = announced.find((one) => one.position === position && one.channel === channel);
    if (entry === undefined || action === undefined || told === undefined || told.writtenAt >= before) return;
    const { date, time } = action;
    if (!isPlanned(action) || date === null || time === null) return;
    const visit = { uid: uidOf(entryId, action), date, time };
    const key = `reminder:${visit.uid}:${date}:${time}:${channel}`;
    if ((await letterOfKey(tx, key)) !== undefined) return;
    // A visit that went to another residence with its entry is not the one that the family knows of.
    const { establishment_id: residenceId } = entry;
    const isSame =
      channel === 'sms'
        ? ((await findResidence(tx, residenceId))?.name ?? null) === told.sender
        : (await writingResidence(tx, residenceId))?.email === told.replyTo;
    const recipient = whoGot(await peopleToWriteTo(tx, entry, channel), entryId, told);
    if (recipient === undefined || !isSame) return;
    const staff = { author: serviceAuthor, at: context.now.toISOString() };
    const leaves = new Date(Date.parse(sendsAtOf(staff.at, channel, recipient.to)) + slackMs);
    const about = { use: 'reminder', channel, visit } as const;
    if ((await visitRefusal(tx, { ...about, entryId }, leaves)) !== undefined) return;
    try {
      const { subject, text } = await visitLetter(tx, entry, { ...about, recipient });
      const letter = { ...about, subject, text, person: recipient.person, key };
      const { sent } = await writeLetter(tx, entry, staff, letter, context);
      await noteLetter(tx, entry, staff, sent);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
  },
);
