import { sql } from 'kysely';
import Type from 'typebox';
import { instantIn } from '../clock.ts';
import { type StoredAction, type StoredActions, uidOf, uidOfAction } from '../entries/change/actions.ts';
import { newestVersion } from '../entries/change/history.ts';
import type { EntryPatch } from '../entries/change/patch.ts';
import type { PlannedChange } from '../entries/change/staff-acts.ts';
import { isPlanned } from '../entries/follow-up/progress.ts';
import { residenceZone } from '../entries/residence-zone.ts';
import { writtenFor } from '../french/sms.ts';
import { filled } from '../french/template-variables.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { rawStatement } from '../store/statement.ts';
import {
  type Channel,
  type Day,
  type Instant,
  type LetterUse,
  type VisitUse,
  visitUses,
} from '../store/tables.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { invitation } from './calendar.ts';
import { type Person, peopleToWriteTo, valuesOf } from './filling.ts';
import { templateOf, templatesFor } from './templates.ts';
import {
  ChannelName,
  type ChannelSettings,
  type Letter,
  PersonKey,
  requireChannel,
  type StoredLetter,
  validateLetter,
  ways,
  writeLetter,
} from './write.ts';

/** The newest letter about a visit by a channel. */
export interface VisitLetter {
  readonly position: number;
  readonly channel: Channel;
  /** The entry with which it was written: that of the visit, or one that was united with it. */
  readonly writtenWith: number;
  readonly person: string;
  /** Null once it is erased. */
  readonly recipient: string | null;
  /** As it says them. */
  readonly date: Day;
  readonly time: string;
  readonly writtenAt: Instant;
  /** Of the residence that has written it: its name, and by e-mail its address. */
  readonly sender: string | null;
  readonly replyTo: string | null;
}

// Letters about a visit of an entry that was united stay with that entry.
const lettersAboutVisits = rawStatement<{ entryId: number }, VisitLetter & { readonly use: LetterUse }>(
  (p, { joinEach }) => sql`
select a.position, l.channel, l.use, l.entry_id as "writtenWith", l.person, l.recipient, l.visit_date as date, l.visit_time as time,
  l.sender, l.reply_to as "replyTo", l.created_at as "writtenAt"
from actions a ${joinEach('letters', 'l', sql`l.visit = ${uidOfAction}`)}
  ${joinEach('entries', 'w', sql`w.id = l.entry_id and coalesce(w.duplicate_of, w.id) = a.entry_id`)}
where a.entry_id = ${p.entryId} and l.state not in ('failed', 'cancelled')
  and l.use in (${sql.join(visitUses.map((use) => sql.lit(use)))})
order by a.position, l.channel, l.id desc`,
);

/** Each visit of an entry as it was last announced by each channel, unless it was cancelled. */
export async function announcedVisits(read: Queries, entryId: number): Promise<VisitLetter[]> {
  const found = await read.all(lettersAboutVisits, { entryId });
  return found.filter(({ position, channel, use }, i) => {
    const newer = found[i - 1];
    return use !== 'visit-cancelled' && (newer?.position !== position || newer.channel !== channel);
  });
}

/** Who of an entry got a letter: in another entry, its person may stand at another position. */
export function whoGot(
  people: readonly Person[],
  entryId: number,
  { writtenWith, person, recipient }: VisitLetter,
): Person | undefined {
  return people.find((one) =>
    writtenWith === entryId
      ? String(one.person) === person
      : recipient !== null && inOneCase(one.to) === inOneCase(recipient),
  );
}

const inOneCase = (address: string) => address.trim().toLowerCase();

/** What the body of an act has that plans, moves or cancels visits. */
export const confirmation = {
  confirm: Type.Optional(Type.Array(ChannelName, { minItems: 1, uniqueItems: true })),
  /** The address and the number that the user has seen. */
  to: Type.Optional(Type.String()),
  mobile: Type.Optional(Type.String()),
  /** By default who got the last letter about it by the channel, or else whom to call. */
  person: Type.Optional(PersonKey),
};
export interface Confirmation {
  readonly confirm?: readonly Channel[] | undefined;
  readonly to?: string | undefined;
  readonly mobile?: string | undefined;
  readonly person?: PersonKey | undefined;
}

/** Throws a `ValidationError` for a letter that cannot be sent, and for an address or a number without a letter to it. */
export function checkConfirmation(
  { confirm = [], to, mobile }: Confirmation,
  settings: ChannelSettings,
): void {
  if (confirm.includes('email')) requireChannel('email', settings, 'confirm');
  else if (to !== undefined) throw new ValidationError('to', 'expected with an e-mail alone');
  if (confirm.includes('sms')) requireChannel('sms', settings, 'confirm');
  else if (mobile !== undefined) throw new ValidationError('mobile', 'expected with an SMS alone');
}

/**
 * Queues a letter by each channel about the one visit that a change plans, moves or cancels; undefined without channels. The
 * change must be stored with what it returns. Rejects with a `ValidationError` when the change has no such visit, when there is
 * no recipient or no template that is on, or when an SMS would leave after the visit.
 */
export async function confirmVisit(
  tx: Transaction,
  { before: { row: entry, actions: before }, after: { actions: after }, change: staff }: PlannedChange,
  { confirm: channels, person, to, mobile }: Confirmation,
  author: string,
  context: OperationContext,
): Promise<{ readonly letters: readonly StoredLetter[]; readonly patch: EntryPatch } | undefined> {
  if (channels === undefined) return undefined;
  const zone = await residenceZone(tx, entry.establishment_id);
  const { position, date, time, outcome } = changedVisit(before, after, zone, context.now);
  const earlier = (await announcedVisits(tx, entry.id)).filter((one) => one.position === position);
  const was = plannedVisitIn(before, position);
  const version = await newestVersion(tx);
  const visit = { uid: uidOf(entry.id, after.get(position) ?? { position, uid: null }), date, time };
  const letters: StoredLetter[] = [];
  // In one order for all, as each locks its recipient.
  for (const channel of channels.toSorted()) {
    const last = earlier.find((one) => one.channel === channel);
    const isMoved = [was, last].some((one) => one && (one.date !== date || one.time !== time));
    const use: VisitUse = outcome === 'cancelled' ? 'visit-cancelled' : isMoved ? 'visit-moved' : 'visit';
    const people = await peopleToWriteTo(tx, entry, channel);
    const recipient =
      person === undefined
        ? ((last && whoGot(people, entry.id, last)) ?? people[0])
        : people.find((one) => one.person === person);
    if (recipient === undefined)
      throw new ValidationError('person', `expected a person of this entry with ${ways[channel]}`);
    const { place, ...texts } = await visitLetter(tx, entry, {
      use,
      channel,
      visit,
      recipient,
      author,
    });
    const calendarFor: Letter['calendarFor'] = (parties) =>
      invitation({ ...texts, ...parties, place, use, visit, zone, version }, context);
    const seen = channel === 'sms' ? mobile : to;
    const letter = { ...texts, use, channel, person: recipient.person, to: seen, visit, calendarFor };
    const written = await writeLetter(tx, entry, staff, letter, context);
    if (new Date(written.sendsAt) >= instantIn(zone, date, time))
      throw new ValidationError(
        'confirm',
        `expected a visit after ${written.sendsAt}, when an SMS may leave`,
      );
    letters.push(written);
  }
  // Whose visit is confirmed waits for no first call.
  return { letters, patch: after.get(position)?.outcome === 'cancelled' ? {} : { reached: true } };
}

/** The visit that a change plans, moves or cancels, as it will be. One among several is that which is to come. */
function changedVisit(before: StoredActions, after: StoredActions, zone: string, now: Date) {
  const changed = [...after.values()].flatMap((action) => {
    if (action === before.get(action.position)) return [];
    if (action.stage === 'Visite' && isPlanned(action)) return [action];
    const was = plannedVisitIn(before, action.position);
    // A visit changed into another action counts as cancelled.
    const isGone = isPlanned(action) || action.outcome === 'cancelled';
    return was !== undefined && isGone ? [{ ...was, outcome: 'cancelled' as const }] : [];
  });
  if (changed.length === 0)
    throw new ValidationError('confirm', 'expected a visit that is planned, moved or cancelled');
  const toCome = changed.flatMap(({ date, time, ...visit }) =>
    date === null || time === null || instantIn(zone, date, time) < now ? [] : [{ ...visit, date, time }],
  );
  const [visit, ...others] = toCome;
  if (others.length > 0) throw new ValidationError('confirm', 'expected one visit, not several');
  if (visit === undefined)
    throw new ValidationError('confirm', 'expected a visit to come, with its day and time');
  return visit;
}

function plannedVisitIn(actions: StoredActions, position: number): StoredAction | undefined {
  const action = actions.get(position);
  return action?.stage === 'Visite' && isPlanned(action) ? action : undefined;
}

interface AboutVisit {
  readonly use: VisitUse | 'reminder';
  readonly channel: Channel;
  readonly visit: { readonly date: Day; readonly time: string };
  readonly recipient: Person;
  /** Who signs; undefined for the residence alone. */
  readonly author?: string;
}

/** The subject and text of a letter about a visit, from the template of the residence, and where the visit is. */
export async function visitLetter(
  read: Queries,
  entry: EntryRow,
  { use, channel, visit, recipient, author }: AboutVisit,
) {
  const template = templateOf(await templatesFor(read, entry), use, channel);
  if (template === undefined)
    throw new ValidationError('confirm', `no template for \`${use}\` by \`${channel}\` is on`);
  const values = { ...(await valuesOf(read, entry, author, visit)), salutation: recipient.salutation };
  const subject = filled(template.subject, values);
  const text = writtenFor(channel, filled(template.text, values));
  validateLetter({ channel, subject, text });
  return {
    ...{ subject, text },
    place: [values.résidence, values.adresse].filter(Boolean).join(', '),
  };
}
