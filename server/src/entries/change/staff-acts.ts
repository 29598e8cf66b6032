import { authorOf } from '../../access/authors.ts';
import { addYears, parisDay } from '../../clock.ts';
import type { commercialTypes } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import type { ApplicationStep, EntryRow } from '../../store/entry-columns.ts';
import type { Channel, Day, Instant, LetterUse } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { parisTime } from '../../working-hours/working-minutes.ts';
import { isPlanned } from '../follow-up/progress.ts';
import { notifyOnce, notifyOwner } from '../notifications.ts';
import { type ActionPatch, patchesBy, storedActions, withAdmission, withoutPlans } from './actions.ts';
import { type Change, changeEntry, changeState, type StoredChange } from './change-entry.ts';
import { isComplaint, isUnanswered } from './complaints.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';
import { type EntryState, patchedState, readState } from './state.ts';

/** A member of staff at the time of an act. */
export interface Staff {
  /** By which the history knows them (access/authors.ts). */
  readonly author: string;
  readonly at: Instant;
}

const awake = { asleepUntil: null, asleepReason: null } as const;

/** The changes that staff may make to an entry in one act. Absent members are left unchanged. */
export interface EntryEdit
  extends Pick<
    EntryPatch,
    | 'sejourType'
    | 'resultat'
    | 'motif'
    | 'status'
    | 'comment'
    | 'relations'
    | 'relationExtras'
    | 'actions'
    | 'reached'
  > {
  /** The channel of the contact. */
  readonly type?: (typeof commercialTypes)[number];
  /** The day of the first contact; null: the day on which the entry was received. */
  readonly contactDate?: Day | null;
  readonly fields?: FieldPatch;
  /** Fields that the contract does not name. */
  readonly extra?: FieldPatch;
  readonly sleep?: Sleep;
  /** The user who becomes the owner of an entry without one. */
  readonly takesCharge?: number | undefined;
}

/** A change that is worked out and not stored yet, so that messages can say what it does and it can name them. */
export interface PlannedChange {
  readonly before: EntryState;
  readonly after: EntryState;
  readonly change: Change;
}

/** Stores a planned change, with the messages about it and what these change of their visit. */
export async function storePlanned(
  tx: Transaction,
  { before, after, change }: PlannedChange,
  written: { readonly letters?: readonly { readonly sent: SentLetter }[]; readonly patch?: EntryPatch } = {},
): Promise<StoredChange | undefined> {
  const { letters, patch = {} } = written;
  const detail = letters && { sent: letters.map(({ sent }) => sent) };
  const whole = { ...change, patch: { ...patch, ...change.patch }, ...(detail && { detail }) };
  const done = await changeState(tx, before, whole, patchedState(after, patch, change.author));
  const { ownerId = null } = change.patch;
  if (done !== undefined && ownerId !== null) await tellOwner(tx, before.row.id, change, ownerId);
  return done;
}

/** What the history says of a letter. */
export interface SentLetter {
  readonly id: number;
  readonly use: LetterUse;
  readonly channel: Channel;
  readonly person: string;
}

/** A lead is put aside until a day, which is later than today. */
export interface Sleep {
  readonly until: Day;
  readonly reason: string;
}

/**
 * Marks an entry as processed: staff have dealt with it, by mail for example. A contact form is closed by it. Rejects with
 * a `ValidationError` for an unanswered complaint.
 */
export async function markProcessed(tx: Transaction, entry: EntryRow, staff: Staff) {
  if (entry.status === 'new' && isUnanswered(entry))
    throw new ValidationError('comment', 'expected a written answer before a complaint is closed');
  const closed = entry.kind === 'survey' && { closed: true };
  const patch = { status: 'processed', reached: true, ...awake, ...closed } as const;
  return changeEntry(tx, entry, { ...staff, change: 'processed', patch });
}

/**
 * Puts an entry back among those to call: it is new again. `withdraws`: of a lead, its result is taken back and what is
 * planned is cancelled, with which it would not be to call. Rejects with a `ValidationError` for a lead that has these
 * otherwise, for spam and for a duplicate.
 */
export async function planPutBack(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  withdraws = false,
): Promise<PlannedChange> {
  const { kind, type, spam, duplicate_of: keptId, resultat } = entry;
  if (spam === 1 || keptId !== null)
    throw new ValidationError('id', 'expected an entry that is neither spam nor a duplicate');
  const before = await readState(tx, entry);
  const isLead = kind === 'commercial' || type === 'survey.type.contact';
  const planned = isLead ? [...before.actions.values()].filter(isPlanned) : [];
  if (!withdraws && isLead && (resultat !== null || planned.length > 0))
    throw new ValidationError('withdraw', 'expected true for a lead that has a result or something planned');
  const patch: EntryPatch = {
    ...{ status: 'new', reached: false, closed: false, ...awake },
    ...(resultat !== null && { resultat: null, motif: null }),
    actions: planned.map(({ position }) => ({ position, outcome: 'cancelled' })),
  };
  const after = patchedState(before, patch, staff.author);
  return { before, after, change: { ...staff, change: 'to-call', patch } };
}

/**
 * Leaves a message of a family that has called: a note, with which the lead is to call, whatever is planned for a later day.
 * Staff are told of it as of a new one. Rejects with a `ValidationError` for anything but an open lead.
 */
export async function leaveMessage(tx: Transaction, entry: EntryRow, staff: Staff, message: string) {
  if (entry.open === 0) throw new ValidationError('id', 'expected an open lead');
  const now = new Date(staff.at);
  const date = parisDay(now);
  const isLater = entry.next_date !== null && entry.next_date > date;
  const stage = entry.kind === 'commercial' ? 'Prise de contact' : null;
  const call: ActionPatch = { date, stage, done: false, comment: message };
  const actions = [{ date, time: parisTime(now), comment: message }, ...(isLater ? [call] : [])];
  const patch: EntryPatch = { ...{ status: 'new', reached: false, closed: false, ...awake }, actions };
  await notifyOnce(tx, entry.id, staff.at);
  return changeEntry(tx, entry, { ...staff, change: 'called', patch });
}

/**
 * Puts an open lead aside until a day, which is later than today; null wakes it. Its status is unchanged. Rejects with a
 * `ValidationError` for another entry, a day that is not later than today or more than 12 months away.
 */
export function putToSleep(tx: Transaction, entry: EntryRow, staff: Staff, sleep: Sleep | null) {
  const patch = sleepPatch(entry, staff, sleep);
  return changeEntry(tx, entry, { ...staff, change: 'asleep', patch });
}

function sleepPatch(entry: EntryRow, { at }: Staff, sleep: Sleep | null) {
  if (entry.open === 0) throw new ValidationError('id', 'expected an open lead');
  if (sleep === null) return awake;
  const today = parisDay(new Date(at));
  if (sleep.until <= today || sleep.until > addYears(today, 1))
    throw new ValidationError('until', 'expected a day after today, at most 12 months away');
  return { asleepUntil: sleep.until, asleepReason: sleep.reason };
}

/** Notes that the receipt of an open complaint was acknowledged. Rejects with a `ValidationError` for any other entry. */
export function acknowledge(tx: Transaction, entry: EntryRow, staff: Staff) {
  if (!isComplaint(entry) || entry.status !== 'new')
    throw new ValidationError('id', 'expected an open complaint');
  // The first one counts.
  const acknowledgedOn = entry.acknowledged_on ?? parisDay(new Date(staff.at));
  return changeEntry(tx, entry, { ...staff, change: 'acknowledged', patch: { acknowledgedOn } });
}

/**
 * Sets how far an application has come. A decision cancels the interview that is planned. Rejects with a `ValidationError`
 * for any other entry.
 */
export async function setApplicationStep(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  step: ApplicationStep | null,
): Promise<StoredChange | undefined> {
  if (entry.kind !== 'postuler') throw new ValidationError('id', 'expected a job application');
  const isDecided = step === 'refused' || step === 'hired';
  const planned = isDecided ? [...(await storedActions(tx, entry.id)).values()].filter(isPlanned) : [];
  const patch: EntryPatch = {
    applicationStep: step,
    ...(step !== null && { status: 'processed' }),
    actions: planned.map(({ position }) => ({ position, outcome: 'cancelled' })),
  };
  return changeEntry(tx, entry, { ...staff, change: 'updated', patch });
}

/**
 * Changes fields, result, actions (added, planned, done), sleep and the comment shown to the caller, all in one act. A new
 * result cancels what is planned; `realisee` also records the admission as an action, unless there is one already. A planned
 * action that becomes done is of who made it done.
 */
export async function planEdit(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  { contactDate, sleep, takesCharge, actions, ...edit }: EntryEdit,
): Promise<PlannedChange> {
  const { author, at } = staff;
  const before = await readState(tx, entry);
  const newOwner = entry.owner_id === null ? takesCharge : undefined;
  // Null for the owner, so that it follows the entry when it is given to another user.
  const given = actions?.map((one) =>
    one.assigneeId !== undefined && one.assigneeId === newOwner ? { ...one, assigneeId: null } : one,
  );
  const patch: EntryPatch = {
    ...edit,
    ...(given !== undefined && { actions: patchesBy(author, before.actions, given) }),
    // What is planned with an applicant is an interview.
    ...(entry.kind === 'postuler' && actions?.some(isNewPlan) && { applicationStep: 'interview' }),
    ...(newOwner !== undefined && { ownerId: newOwner }),
    ...(edit.comment !== undefined && { commentBy: author }),
    ...(sleep !== undefined && sleepPatch(entry, staff, sleep)),
    ...(contactDate !== undefined && {
      contactDate: contactDate ?? parisDay(new Date(entry.received_at)),
      fields: { ...edit.fields, dateFirstContact: contactDate },
    }),
  };
  const patched = patchedState(before, patch, author);
  const { resultat } = patched.row;
  const hasNewResult = resultat !== null && resultat !== entry.resultat;
  const isAdmitted = hasNewResult && resultat === 'commercial.resultat.realisee';
  const noted = isAdmitted ? withAdmission(patched.actions, author, at) : patched.actions;
  const after = { ...patched, actions: hasNewResult ? withoutPlans(before.actions, noted) : noted };
  return { before, after, change: { ...staff, change: 'updated', patch, followsUp: true } };
}

export async function editEntry(tx: Transaction, entry: EntryRow, staff: Staff, edit: EntryEdit) {
  return storePlanned(tx, await planEdit(tx, entry, staff, edit));
}

/** Tells who was given an entry, unless they took it themselves. */
async function tellOwner(tx: Transaction, entryId: number, { author, at }: Staff, userId: number) {
  if (author !== authorOf({ userId, author })) await notifyOwner(tx, { userId, entryId, at });
}

function isNewPlan({ position, done }: ActionPatch): boolean {
  return position === undefined && done === false;
}

/**
 * Sets the user in charge of an entry; null removes it. Its status is unchanged. `note`: for them. They are told by mail,
 * unless they did it themselves.
 */
export async function setOwner(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  ownerId: number | null,
  note?: string | null,
): Promise<StoredChange | undefined> {
  const done = await handOver(tx, entry, staff, 'owner', { ownerId }, note);
  if (done !== undefined && ownerId !== null) await tellOwner(tx, entry.id, staff, ownerId);
  return done;
}

/** Assigns a waiting entry to a residence, or moves it to another one. Its status is unchanged. `note`: for who works there. */
export function assignEntry(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  establishmentId: number,
  note?: string | null,
): Promise<StoredChange | undefined> {
  return handOver(tx, entry, staff, 'assigned', { establishmentId }, note);
}

/** Its caller is told nothing: the note is for staff. */
function handOver(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  change: 'owner' | 'assigned',
  patch: EntryPatch,
  comment: string | null = null,
) {
  const now = new Date(staff.at);
  const actions = comment === null ? [] : [{ comment, date: parisDay(now), time: parisTime(now) }];
  return changeEntry(tx, entry, { ...staff, change, patch: { ...patch, actions }, isSilent: true });
}

/** Clears the flag of an entry: staff have read what is new. Its status is unchanged. */
export function markSeen(tx: Transaction, entry: EntryRow, staff: Staff): Promise<StoredChange | undefined> {
  return changeEntry(tx, entry, { ...staff, change: 'seen', patch: { flagged: false } });
}

/** Marks an entry as spam, or as not spam. Spam leaves the statistics and the phone check. Its status is unchanged. */
export function markSpam(tx: Transaction, entry: EntryRow, staff: Staff, spam: boolean) {
  return changeEntry(tx, entry, { ...staff, change: 'spam', patch: { spam } });
}
