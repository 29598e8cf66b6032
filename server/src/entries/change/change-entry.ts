import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../store/database.ts';
import { auditableValues, type EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { NewAction } from '../entry.ts';
import { isContact, isPlanned, progressAfter } from '../follow-up/progress.ts';
import { changeContactCounts, contactChangesOf } from '../funnel/contact-counts.ts';
import { changeFunnelCounts, funnelChangesOf } from '../funnel/funnel-counts.ts';
import type { CountedLead } from '../funnel/funnel-position.ts';
import { newestStage } from '../funnel/stage.ts';
import { notifyAgain } from '../notifications.ts';
import { phoneKeysOf, updatePhoneKeys } from '../search/phone-keys.ts';
import { replaceSearchTerms, searchTermsOf } from '../search/search-terms.ts';
import {
  auditableActions,
  isFollowUp,
  patchActions,
  type StoredActions,
  storeActions,
  storedActions,
  withAdmission,
  withoutPlans,
} from './actions.ts';
import { isUnanswered } from './complaints.ts';
import { differences, differencesByPosition, type Fields, mergedByPosition } from './diff.ts';
import { emitEvents, eventsCaused, notifyCallersOfDuplicates, sequenceAfter } from './events.ts';
import { type HistoryLine, recordHistory } from './history.ts';
import { type EntryPatch, patched, patchedByPosition } from './patch.ts';
import { deleteRelation, parsedFields, putRelation, storedRelations } from './relations.ts';
import { renewedOn } from './renewal.ts';
import { applyPatch, erasedEntry, storeRow } from './row.ts';

export interface Change {
  /** A staff member's name, or `partner:<slug>`. */
  readonly author: string;
  readonly at: Instant;
  /** The kind of change, as in {@link HistoryLine}. */
  readonly change: HistoryLine['change'];
  /** Extra details for the history, besides the changed values. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly patch: EntryPatch;
  /**
   * Whether staff follow the entry up: a result then records the admission and cancels what was planned, and an entry that
   * is dealt with becomes processed. Undoing such an act has none of these consequences.
   */
  readonly followsUp?: boolean;
}

export interface StoredChange {
  /** The entry's version: the id of its newest history line. */
  readonly version: number;
  readonly change: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const resultOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(['resultat', 'motif']).where('id', '=', p.id),
);

/**
 * Changes an entry and everything derived from it: phone keys, search terms, statistics, history, the events for its
 * caller. Every change of an entry goes through this function. `before` is its row, locked in this transaction. Returns
 * undefined, and stores nothing, when the patch changes nothing. Rejects with a `ValidationError` for a patch that does
 * not fit the entry.
 */
export async function changeEntry(
  tx: Transaction,
  before: EntryRow,
  change: Change,
): Promise<StoredChange | undefined> {
  const { patch, author, at, followsUp = false } = change;
  const { id: entryId } = before;
  if (before.restriction === 'erased') throw erasedEntry(entryId);
  const stored = await storedRelations(tx, entryId);
  const relations = new Map(stored.map(({ position, fields }) => [position, fields]));
  const relationExtras = new Map(stored.map(({ position, extra }) => [position, extra]));
  const actions = await storedActions(tx, entryId);
  const fields = parsedFields(before.fields);
  const extra = parsedFields(before.extra);

  const patchedRow = applyPatch(before, patch);
  const newFields = patched(fields, patch.fields);
  const newExtra = patched(extra, patch.extra);
  const newRelations = patchedByPosition(relations, patch.relations);
  const newRelationExtras = patchedByPosition(relationExtras, patch.relationExtras);
  validatePatch(patchedRow, patch);
  let newActions = patchActions(actions, patch.actions ?? [], author);
  const hasNewResult = patchedRow.resultat !== before.resultat && patchedRow.resultat !== null;
  if (followsUp && patchedRow.resultat === 'commercial.resultat.realisee' && hasNewResult)
    newActions = withAdmission(newActions, author, at);
  const isClosed = patchedRow.closed > before.closed;
  if ((followsUp && hasNewResult) || isClosed) newActions = withoutPlans(actions, newActions);
  const followed = followedUp(before, patchedRow, change, [...actions.values()], [...newActions.values()]);
  const after = {
    ...followed,
    renewed_on: renewedOn(before, followed, change, {
      before: [...actions.values()],
      after: [...newActions.values()],
    }),
  };

  const changed = {
    ...change.detail,
    ...(after.owner_id !== before.owner_id && {
      ownerId: { from: before.owner_id, to: after.owner_id },
    }),
    ...unlessEmpty('changes', {
      // Compared separately: a field outside the contract may have the same name as one of ours.
      ...differences(extra, newExtra),
      ...differences(fields, newFields),
      ...differences(auditableValues(before), auditableValues(after)),
    }),
    ...unlessEmpty(
      'relations',
      mergedByPosition(
        differencesByPosition(relationExtras, newRelationExtras),
        differencesByPosition(relations, newRelations),
      ),
    ),
    ...unlessEmpty(
      'actions',
      differencesByPosition(auditableActions(actions, newActions), auditableActions(newActions, actions)),
    ),
  };
  if (Object.keys(changed).length === 0 && after.flagged === before.flagged) return undefined;
  // For undoing it, which a partner's message can't be.
  const isRenewed = after.renewed_on !== before.renewed_on && !author.startsWith('partner:');
  const detail = {
    ...changed,
    ...(isRenewed && { renewedOn: { from: before.renewed_on, to: after.renewed_on } }),
  };

  const reportedBefore = { ...before, ...(await reportedResult(tx, before)) };
  const reported = { ...after, ...(await reportedResult(tx, after)) };
  const events = eventsCaused(reportedBefore, reported, isFollowUp(actions, newActions));
  await storeRow(tx, {
    ...after,
    fields: JSON.stringify(newFields),
    extra: Object.keys(newExtra).length === 0 ? null : JSON.stringify(newExtra),
    stage: newestStage(newActions.values()),
    sequence: sequenceAfter(before, events),
  });
  const patchedPositions = [...(patch.relations?.keys() ?? []), ...(patch.relationExtras?.keys() ?? [])];
  for (const position of new Set(patchedPositions)) {
    if (patch.relations?.get(position) === null) await deleteRelation(tx, entryId, position);
    else
      await putRelation(tx, entryId, {
        position,
        fields: newRelations.get(position) ?? {},
        extra: newRelationExtras.get(position) ?? {},
      });
  }
  await storeActions(tx, entryId, actions, newActions);
  const people = [fields, ...relations.values()];
  const newPeople = [newFields, ...newRelations.values()];
  await updatePhoneKeys(tx, entryId, phoneKeysOf(people), phoneKeysOf(newPeople));
  const words = searchTermsOf(newPeople);
  if (!isDeepStrictEqual(words, searchTermsOf(people))) await replaceSearchTerms(tx, entryId, words);
  const lead = countedLead(before, actions);
  const newLead = countedLead(after, newActions);
  await changeContactCounts(tx, [...contactChangesOf(lead, -1), ...contactChangesOf(newLead, 1)]);
  await changeFunnelCounts(tx, [...funnelChangesOf(lead, -1), ...funnelChangesOf(newLead, 1)]);
  const version = await recordHistory(tx, { entryId, at, author, change: change.change, detail });
  await emitEvents(tx, reported, events, at);
  if (after.resultat !== before.resultat || after.motif !== before.motif) {
    await notifyCallersOfDuplicates(tx, after, at);
  }
  const released = before.suspicion !== null && after.spam === 0;
  if (released || after.establishment_id !== before.establishment_id) await notifyAgain(tx, entryId, at);
  return { version, change: change.change, detail };
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
  if (after.comment === before.comment) return before.original_comment;
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
    if (patch[field] !== undefined) throw new ValidationError(field, 'expected for a commercial entry only');
  }
  if (patch.actions?.some(({ stage }) => stage !== undefined && stage !== null))
    throw new ValidationError('stage', 'expected for a commercial entry only');
}

/** A duplicate reports the result of the entry that was kept. */
async function reportedResult(tx: Transaction, { resultat, motif, duplicate_of: keptId }: EntryRow) {
  return (keptId === null ? undefined : await tx.first(resultOf, { id: keptId })) ?? { resultat, motif };
}

function countedLead(entry: EntryRow, actions: StoredActions): CountedLead {
  return {
    kind: entry.kind,
    test: entry.test === 1,
    excluded: entry.spam === 1 || entry.duplicate_of !== null,
    establishmentId: entry.establishment_id,
    contactDate: entry.contact_date,
    receivedAt: entry.received_at,
    type: entry.type,
    advertised: entry.advertised === 1,
    resultat: entry.resultat,
    motif: entry.motif,
    callerId: entry.caller_id,
    partnerId: entry.partner_id,
    actions: [...actions.values()],
  };
}

function unlessEmpty(name: string, changes: Fields): Fields {
  return Object.keys(changes).length === 0 ? {} : { [name]: changes };
}
