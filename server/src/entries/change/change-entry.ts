import { parisDay } from '../../clock.ts';
import type { Transaction } from '../../store/database.ts';
import { auditableValues, type EntryRow } from '../../store/entry-columns.ts';
import type { Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { differences, differencesByPosition, type Fields, mergedByPosition } from '../diff.ts';
import type { NewAction } from '../entry.ts';
import { consentFields, consentHolder, senderOf } from '../follow-up/consent.ts';
import { isContact, isPlanned, progressAfter } from '../follow-up/progress.ts';
import { type CountedLead, changeContactCounts, contactChangesOf } from '../funnel/contact-counts.ts';
import { newestStage } from '../funnel/stage.ts';
import { notifyAgain } from '../notifications.ts';
import { isOutOfSight, toldOf } from '../presenter.ts';
import { reportedResult } from '../reported-result.ts';
import { updateSearch } from '../search/search-terms.ts';
import { auditableActions, isFollowUp, storeActions, withoutPlans } from './actions.ts';
import { answeredOn, isUnanswered } from './complaints.ts';
import { emitEvents, eventsCaused, notifyCallersOfDuplicates, sequenceAfter } from './events.ts';
import { type HistoryLine, recordHistory } from './history.ts';
import type { EntryPatch } from './patch.ts';
import { storedFields, storeRelations } from './relations.ts';
import { renewedOn } from './renewal.ts';
import { erasedEntry, storeRow } from './row.ts';
import { type EntryState, patchedState, peopleOf, readState } from './state.ts';

export interface Change {
  /** As in access/authors.ts. */
  readonly author: string;
  readonly at: Instant;
  readonly change: HistoryLine['change'];
  /** Extra details for the history, besides the changed values. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly patch: EntryPatch;
  /** Whether staff follow the entry up: dealing with it then marks it as processed. An undo has no such consequence. */
  readonly followsUp?: boolean;
  /** Whether new actions are none for the caller: taken over from another entry, given back, or a note that goes with a hand-over. */
  readonly isSilent?: boolean;
  /** Whether the person has said it, so that retention counts from it. */
  readonly isContact?: boolean;
}

export interface StoredChange {
  /** The entry's version: the id of its newest history line. */
  readonly version: number;
  readonly change: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Changes an entry and everything derived from it: phone keys, search terms, statistics, history, the events for its
 * caller. Every change of an entry goes through this function or {@link changeState}. `row` is locked in this transaction.
 * Returns undefined, and stores nothing, when the patch changes nothing. Rejects with a `ValidationError` for a patch that
 * does not fit the entry.
 */
export async function changeEntry(tx: Transaction, row: EntryRow, change: Change) {
  return changeState(tx, await readState(tx, row), change);
}

/** Like {@link changeEntry}, when the state `before` is known. `patched`: the state with the patch. */
export async function changeState(
  tx: Transaction,
  before: EntryState,
  change: Change,
  patched = patchedState(before, change.patch, change.author),
): Promise<StoredChange | undefined> {
  const { patch, author, at } = change;
  const { id: entryId, restriction } = before.row;
  // The mark of a duplicate is no personal data.
  if (restriction === 'erased' && change.change !== 'duplicate') throw erasedEntry(entryId);
  validatePatch(patched.row, patch);
  const isClosed = patched.row.closed > before.row.closed;
  const actions = isClosed ? withoutPlans(before.actions, patched.actions) : patched.actions;
  const ofActions = { before: [...before.actions.values()], after: [...actions.values()] };
  const followed = followedUp(before.row, patched.row, change, ofActions.before, ofActions.after);
  const row: EntryRow = {
    ...followed,
    answered_on: answeredOn(before.row, followed, patch, parisDay(new Date(at))),
    renewed_on: renewedOn(before.row, followed, change, ofActions),
    admission_revoked: isRevoked(before.row, patched.row.resultat, change) ? 1 : followed.admission_revoked,
    told: toldAfter(before.row, followed),
  };
  const after: EntryState = { ...patched, row, extra: withHolder(before, patched), actions };

  const changed = {
    ...change.detail,
    ...differencesOf(before, after),
  };
  if (Object.keys(changed).length === 0 && !isChangedBeside(before, after)) return undefined;
  // For undoing it, which a partner's message can't be.
  const isRenewed = row.renewed_on !== before.row.renewed_on && !author.startsWith('partner:');
  const detail = {
    ...changed,
    ...(isRenewed && { renewedOn: { from: before.row.renewed_on, to: row.renewed_on } }),
  };

  const reportedBefore = { ...before.row, ...(await reportedResult(tx, before.row)) };
  const reported = { ...row, ...(await reportedResult(tx, row)) };
  const isFollowedUp = !change.isSilent && isFollowUp(before.actions, actions);
  const events = restriction === 'erased' ? [] : eventsCaused(reportedBefore, reported, isFollowedUp);
  await storeState(tx, before, { ...after, row: { ...row, sequence: sequenceAfter(before.row, events) } });
  await changeContactCounts(tx, [
    ...contactChangesOf(countedLead(before), -1),
    ...contactChangesOf(countedLead(after), 1),
  ]);
  const version = await recordHistory(tx, { entryId, at, author, change: change.change, detail });
  await emitEvents(tx, reported, events, at);
  const hasOtherResult = row.resultat !== before.row.resultat || row.motif !== before.row.motif;
  if (hasOtherResult && !isOutOfSight(row)) {
    await notifyCallersOfDuplicates(tx, row, at);
  }
  const released = before.row.suspicion !== null && row.spam === 0;
  if (released || row.establishment_id !== before.row.establishment_id) await notifyAgain(tx, entryId, at);
  return { version, change: change.change, detail };
}

/** Names whose the consents are, once somebody else has become the first person. */
function withHolder(before: EntryState, { row: { kind }, extra, relations }: EntryState): Fields {
  const [was, is] = [before.relations, relations].map((one) => senderOf(kind, one.keys()));
  const isNamed = consentHolder in extra || !consentFields.some((name) => name in extra);
  return was === is || isNamed || kind !== before.row.kind ? extra : { ...extra, [consentHolder]: was };
}

/** What an undo or a separation takes away was never an admission of this entry. */
function isRevoked({ resultat }: EntryRow, newResult: string | null, { change }: Change): boolean {
  const isTakenBack = change === 'undone' || change === 'separated';
  return resultat === 'commercial.resultat.realisee' && newResult !== resultat && !isTakenBack;
}

/** Changed columns outside the history. */
function isChangedBeside(before: EntryState, { row, actions }: EntryState): boolean {
  return (
    row.flagged !== before.row.flagged ||
    row.original_comment !== before.row.original_comment ||
    [...actions].some(([position, { extra }]) => extra !== before.actions.get(position)?.extra)
  );
}

/** The comment is kept once: what the caller knew says only that there is another one. */
function toldAfter(before: EntryRow, { comment }: EntryRow): string | null {
  if (!isOutOfSight(before) || comment === before.comment) return before.told;
  return JSON.stringify({ ...toldOf(before), commentChanged: true });
}

/** Stores what differs, with the phone keys and search terms of its persons. */
async function storeState(tx: Transaction, before: EntryState, after: EntryState): Promise<void> {
  const { id: entryId } = before.row;
  await storeRow(tx, {
    ...after.row,
    fields: JSON.stringify(after.fields),
    extra: storedFields(after.extra),
    stage: newestStage(after.actions.values()),
  });
  await storeRelations(tx, entryId, before, after);
  await storeActions(tx, entryId, before.actions, after.actions);
  await updateSearch(tx, entryId, peopleOf(before), peopleOf(after));
}

/** What a line of the history says about the difference of two states. */
function differencesOf(before: EntryState, after: EntryState): Fields {
  const [from, to] = [before.row.owner_id, after.row.owner_id];
  return {
    ...(from !== to && { ownerId: { from, to } }),
    ...unlessEmpty('changes', {
      // Compared separately: a field outside the contract may have the same name as one of ours.
      ...differences(before.extra, after.extra),
      ...differences(before.fields, after.fields),
      ...differences(auditableValues(before.row), auditableValues(after.row)),
    }),
    ...unlessEmpty(
      'relations',
      mergedByPosition(
        differencesByPosition(before.relationExtras, after.relationExtras),
        differencesByPosition(before.relations, after.relations),
      ),
    ),
    ...unlessEmpty(
      'actions',
      differencesByPosition(
        auditableActions(before.actions, after.actions),
        auditableActions(after.actions, before.actions),
      ),
    ),
  };
}

/**
 * The row with its progress. Dealing with a lead wakes it, and marks a new one as processed; a plan opens a closed contact
 * form again.
 */
function followedUp(
  before: EntryRow,
  row: EntryRow,
  { patch, followsUp = false }: Change,
  actionsBefore: readonly NewAction[],
  actions: readonly NewAction[],
): EntryRow {
  const progress = progressAfter(
    { reached: before.reached, contact_date: row.contact_date },
    { before: actionsBefore, after: actions },
  );
  const after = {
    ...row,
    ...progress,
    ...(patch.reached !== undefined && { reached: row.reached }),
    original_comment: originalAfter(before, row, followsUp),
  };
  if (!followsUp || !isDealtWith(before, after, actionsBefore, actions)) return after;
  const processed = !isUnanswered(after) && patch.status === undefined && ({ status: 'processed' } as const);
  const closed = actions.some(isPlanned) ? 0 : after.closed;
  const isPutToSleep = patch.asleepUntil !== undefined && patch.asleepUntil !== null;
  const awake = !isPutToSleep && { asleep_until: null, asleep_reason: null };
  return { ...after, ...processed, closed, ...awake };
}

/** The family's own words are kept when staff write a comment in their place; a correction of them leaves no copy. */
function originalAfter(before: EntryRow, after: EntryRow, followsUp: boolean): string | null {
  const isCorrected = after.original_comment !== before.original_comment;
  if (isCorrected || after.comment === before.comment) return after.original_comment;
  if (!followsUp) return null;
  return before.comment_by === null ? (before.original_comment ?? before.comment) : before.original_comment;
}

/** Whether staff have reached the family, planned an action, or given a result or an answer (docs/webhooks.md). */
function isDealtWith(
  before: EntryRow,
  after: EntryRow,
  actionsBefore: readonly NewAction[],
  actions: readonly NewAction[],
): boolean {
  const grows = (isOne: (action: NewAction) => boolean) =>
    actions.filter(isOne).length > actionsBefore.filter(isOne).length;
  return (
    grows(isContact) ||
    grows(isPlanned) ||
    (after.resultat !== before.resultat && after.resultat !== null) ||
    (after.motif !== before.motif && after.motif !== null) ||
    // The comment of a commercial entry is a remark for the caller, that of others is the answer.
    (after.kind !== 'commercial' && after.comment !== before.comment && after.comment !== null)
  );
}

/** Only commercial entries have a result, a type of stay and stages. A closed complaint must keep its answer. */
function validatePatch(after: EntryRow, patch: EntryPatch): void {
  if (after.kind === 'commercial') return;
  if (patch.comment === null && after.status === 'processed' && isUnanswered(after))
    throw new ValidationError('comment', 'expected the answer of a complaint that is closed');
  for (const field of ['type', 'sejourType', 'resultat', 'motif'] as const) {
    // A conversion that is taken back gives the type of the form back.
    if (patch[field] !== undefined && patch.kind === undefined)
      throw new ValidationError(field, 'expected for a commercial entry only');
  }
  if (patch.actions?.some(({ stage }) => stage !== undefined && stage !== null))
    throw new ValidationError('stage', 'expected for a commercial entry only');
}

function countedLead({ row: entry, actions }: EntryState): CountedLead {
  return {
    kind: entry.kind,
    test: entry.test === 1,
    excluded: entry.spam === 1 || entry.duplicate_of !== null,
    establishmentId: entry.establishment_id,
    contactDate: entry.contact_date,
    actions: [...actions.values()],
  };
}

function unlessEmpty(name: string, changes: Fields): Fields {
  return Object.keys(changes).length === 0 ? {} : { [name]: changes };
}
