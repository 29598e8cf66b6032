import { instantInParis } from '../../clock.ts';
import type { StoredAction, StoredActions } from '../../entries/change/actions.ts';
import { currentVersion } from '../../entries/change/history.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import { isPlanned } from '../../entries/follow-up/progress.ts';
import { filled } from '../../french/template-variables.ts';
import { type ToldVisit, visitKey } from '../../mail/visit-key.ts';
import type { OperationContext, Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { VisitUse } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { invitation } from './calendar.ts';
import { type Person, peopleToWriteTo, valuesOf } from './filling.ts';
import { type Letter, type PersonKey, validateLetter, writeLetter } from './letter.ts';
import { templateOf, templatesFor } from './templates.ts';
import { toldVisits, whoGot } from './told-visits.ts';

/** How a visit is told of. */
interface Confirmation {
  readonly before: StoredActions;
  /** As they will be. */
  readonly after: StoredActions;
  /** Who signs. */
  readonly author: string;
  /** Who was told before, or else whom to call, by default. */
  readonly person: PersonKey | undefined;
  /** The address that the user has seen. */
  readonly to: string | undefined;
}

/**
 * Queues a message about the one visit that a change plans, moves or cancels. Rejects with a `ValidationError` when there is
 * none, nobody to write to, or no template that is on.
 */
export async function confirmVisit(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  { before, after, author, person, to }: Confirmation,
  context: OperationContext,
) {
  const { position, date, time, outcome } = changedVisit(before, after, context.now);
  const last = (await toldVisits(tx, entry.id)).find((one) => one.position === position);
  const told = last?.told;
  // The same one in the calendar of the family, also when it came from another entry.
  const visit = { entryId: entry.id, position, ...told, date, time };
  const was = plannedVisitIn(before, position);
  const isMoved = [was, told].some((one) => one && (one.date !== date || one.time !== time));
  const use = outcome === 'cancelled' ? 'visit-cancelled' : isMoved ? 'visit-moved' : 'visit';
  const people = await peopleToWriteTo(tx, entry);
  const recipient =
    person === undefined
      ? ((last && whoGot(people, entry.id, last)) ?? people[0])
      : people.find((one) => one.person === person);
  if (recipient === undefined)
    throw new ValidationError('person', 'expected a person of this entry with an e-mail address');
  const letter = await visitLetter(tx, entry, { use, visit, recipient, author });
  const version = await currentVersion(tx, entry.id);
  const calendarFor: Letter['calendarFor'] = (parties) =>
    invitation({ ...letter, ...parties, use, visit, version }, context);
  const key = visitKey(visit, version);
  return writeLetter(
    tx,
    entry,
    staff,
    { ...letter, use, person: recipient.person, to, key, calendarFor },
    context,
  );
}

/** The visit that a change plans, moves or cancels, as it will be. One among several is that which is to come. */
function changedVisit(before: StoredActions, after: StoredActions, now: Date) {
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
    date === null || time === null || instantInParis(date, time) < now ? [] : [{ ...visit, date, time }],
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
  readonly visit: ToldVisit;
  readonly recipient: Person;
  /** Who signs; undefined for the residence alone. */
  readonly author?: string;
}

/** The subject and text of a message about a visit, from the template of the residence, and where the visit is. */
export async function visitLetter(
  read: Queries,
  entry: EntryRow,
  { use, visit, recipient, author }: AboutVisit,
) {
  const template = templateOf(await templatesFor(read, entry), use);
  if (template === undefined) throw new ValidationError('confirm', `no template for \`${use}\` is on`);
  const values = { ...(await valuesOf(read, entry, author, visit)), salutation: recipient.salutation };
  const [subject, text] = [filled(template.subject, values), filled(template.text, values)];
  validateLetter({ subject, text });
  return {
    ...{ subject, text },
    place: [values.résidence, values.adresse].filter(Boolean).join(', '),
  };
}
