import { instantIn } from '../../clock.ts';
import type { ActionPatch, StoredAction, StoredActions } from '../../entries/change/actions.ts';
import { newestVersion } from '../../entries/change/history.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import { isPlanned } from '../../entries/follow-up/progress.ts';
import { residenceZone } from '../../entries/residence-zone.ts';
import { writtenFor } from '../../french/sms.ts';
import { filled } from '../../french/template-variables.ts';
import { type ToldVisit, visitKey } from '../../mail/visit-key.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Channel, VisitUse } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { invitation } from './calendar.ts';
import { type Person, peopleToWriteTo, valuesOf } from './filling.ts';
import {
  type Letter,
  type PersonKey,
  type StoredLetter,
  validateLetter,
  ways,
  writeLetter,
} from './letter.ts';
import { templateOf, templatesFor } from './templates.ts';
import { toldVisits, whoGot } from './told-visits.ts';

/** How a visit is told of. */
interface Confirmation {
  readonly channels: readonly Channel[];
  readonly before: StoredActions;
  readonly after: StoredActions;
  readonly author: string;
  /** Who was told before by the channel, or else whom to call, by default. */
  readonly person: PersonKey | undefined;
  /** The address and the number that the user has seen. */
  readonly to: string | undefined;
  readonly mobile: string | undefined;
}

export interface ConfirmedVisit {
  readonly letters: readonly StoredLetter[];
  readonly patch: ActionPatch;
}

/**
 * Queues a message by each channel about the one visit that a change plans, moves or cancels. The caller must store the
 * returned patch. Rejects with a `ValidationError` when the change has no such visit, when there is no recipient or no template
 * that is on, or when an SMS would leave after the visit.
 */
export async function confirmVisit(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  { channels, before, after, author, person, to, mobile }: Confirmation,
  context: OperationContext,
): Promise<ConfirmedVisit> {
  const zone = await residenceZone(tx, entry.establishment_id);
  const { position, date, time, outcome } = changedVisit(before, after, zone, context.now);
  const earlier = (await toldVisits(tx, entry.id)).filter((one) => one.position === position);
  const was = plannedVisitIn(before, position);
  const version = await newestVersion(tx);
  const action = after.get(position);
  const toldAs = action?.toldAs ?? `${entry.id}:${version}`;
  const visit = { toldAs, date, time };
  const letters: StoredLetter[] = [];
  // In one order for all, as each locks its recipient.
  for (const channel of channels.toSorted()) {
    const last = earlier.find((one) => one.channel === channel);
    const told = last?.told;
    const isMoved = [was, told].some((one) => one && (one.date !== date || one.time !== time));
    const use: VisitUse = outcome === 'cancelled' ? 'visit-cancelled' : isMoved ? 'visit-moved' : 'visit';
    const people = await peopleToWriteTo(tx, entry, channel);
    const recipient =
      person === undefined
        ? ((last && whoGot(people, entry.id, last)) ?? people[0])
        : people.find((one) => one.person === person);
    if (recipient === undefined)
      throw new ValidationError('person', `expected a person of this entry with ${ways[channel]}`);
    const { place, ...texts } = await visitLetter(tx, entry, { use, channel, visit, recipient, author });
    const calendarFor: Letter['calendarFor'] = (parties) =>
      invitation({ ...texts, ...parties, place, use, visit, zone, version }, context);
    const key = visitKey(visit, channel, version);
    const seen = channel === 'sms' ? mobile : to;
    const letter = { ...texts, use, channel, person: recipient.person, to: seen, key, calendarFor };
    const written = await writeLetter(tx, entry, staff, letter, context);
    if (new Date(written.sendsAt) >= instantIn(zone, date, time))
      throw new ValidationError(
        'confirm',
        `expected a visit after ${written.sendsAt}, when an SMS may leave`,
      );
    letters.push(written);
  }
  // With its outcome: a result cancels only what a patch leaves alone.
  return { letters, patch: { position, outcome: action?.outcome ?? null, toldAs, toldVersion: version } };
}

/** The visit that a change plans, moves or cancels, as it will be. One among several is that which is to come. */
function changedVisit(before: StoredActions, after: StoredActions, zone: string, now: Date) {
  const changed = [...after.values()].flatMap((action) => {
    if (action === before.get(action.position)) return [];
    if (action.stage === 'Visite' && isPlanned(action)) return [action];
    const was = plannedVisitIn(before, action.position);
    // One that becomes something else is none any more.
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
  readonly visit: ToldVisit;
  readonly recipient: Person;
  /** Who signs; undefined for the residence alone. */
  readonly author?: string;
}

/** The subject and text of a message about a visit, from the template of the residence, and where the visit is. */
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
