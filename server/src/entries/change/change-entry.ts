import { isDeepStrictEqual } from 'node:util';
import { parisDay } from '../../clock.ts';
import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Transaction } from '../../store/database.ts';
import { auditableValues, type EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { countedIn } from '../entry.ts';
import { changeContactCounts } from '../funnel/contact-counts.ts';
import { changeFunnelCounts, type FunnelChange } from '../funnel/funnel-counts.ts';
import { funnelPositionOf } from '../funnel/funnel-position.ts';
import { newestStage } from '../funnel/stage.ts';
import { notifyAgain } from '../notifications.ts';
import { replaceSearchTerms, searchTermsOf } from '../search/search-terms.ts';
import {
  type ActionPatch,
  auditableActions,
  isAdmitted,
  isFollowUp,
  isInStage,
  patchActions,
  type StoredActions,
  storeActions,
  storedActions,
} from './actions.ts';
import { isUnanswered } from './complaints.ts';
import { differences, differencesByPosition, type Fields } from './diff.ts';
import { emitEvents, eventsCaused, notifyCallersOfDuplicates, sequenceAfter } from './events.ts';
import { type HistoryLine, recordHistory } from './history.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';
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
const relationsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('relations')
    .select(['position', 'fields', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const putRelation = statement<{ entryId: number; position: number; fields: string }>()((db, p) =>
  db
    .insertInto('relations')
    .values({ entry_id: p.entryId, position: p.position, fields: p.fields, extra: null })
    .onConflict((conflict) => conflict.columns(['entry_id', 'position']).doUpdateSet({ fields: p.fields })),
);
const insertPhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.insertInto('entry_phones').values({ key: p.key, entry_id: p.entryId }),
);
const deletePhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.deleteFrom('entry_phones').where('key', '=', p.key).where('entry_id', '=', p.entryId),
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
  const { patch, author, at } = change;
  const { id: entryId } = before;
  if (before.restriction === 'erased') throw erasedEntry(entryId);
  const relations: ReadonlyMap<number, Fields> = new Map(
    (await tx.all(relationsOf, { entryId })).map(({ position, fields }) => [position, JSON.parse(fields)]),
  );
  const actions = await storedActions(tx, entryId);
  const fields: Fields = JSON.parse(before.fields);
  const extra: Fields = before.extra === null ? {} : JSON.parse(before.extra);

  const after = applyPatch(before, patch);
  const newFields = patched(fields, patch.fields);
  const newExtra = patched(extra, patch.extra);
  const newRelations = new Map(relations);
  for (const [position, relation] of patch.relations ?? []) {
    newRelations.set(position, patched(relations.get(position) ?? {}, relation));
  }
  validatePatch(after, patch);
  const admitted = after.resultat !== before.resultat && after.resultat === 'commercial.resultat.realisee';
  let newActions = patchActions(actions, patch.actions ?? [], author);
  if (admitted && !isAdmitted(newActions)) {
    newActions = patchActions(newActions, [admission(at)], author);
  }

  const detail = {
    ...change.detail,
    ...unlessEmpty('changes', {
      // Compared separately: a field outside the contract may have the same name as one of ours.
      ...differences(extra, newExtra),
      ...differences(fields, newFields),
      ...differences(auditableValues(before), auditableValues(after)),
    }),
    ...unlessEmpty('relations', differencesByPosition(relations, newRelations)),
    ...unlessEmpty('actions', differencesByPosition(auditableActions(actions), auditableActions(newActions))),
  };
  if (Object.keys(detail).length === 0 && after.flagged === before.flagged) return undefined;

  const reportedBefore = { ...before, ...(await reportedResult(tx, before)) };
  const reported = { ...after, ...(await reportedResult(tx, after)) };
  const events = eventsCaused(reportedBefore, reported, isFollowUp(actions, newActions));
  await storeRow(tx, {
    ...after,
    fields: JSON.stringify(newFields),
    extra: Object.keys(newExtra).length === 0 ? null : JSON.stringify(newExtra),
    stage: newestStage([...newActions.values()].map((action) => ({ ...action, done: action.done === 1 }))),
    sequence: sequenceAfter(before, events),
  });
  for (const position of patch.relations?.keys() ?? []) {
    await tx.run(putRelation, { entryId, position, fields: JSON.stringify(newRelations.get(position)) });
  }
  await storeActions(tx, entryId, actions, newActions);
  await updatePhoneKeys(tx, entryId, phonesOf(fields, relations), phonesOf(newFields, newRelations));
  const words = searchTermsOf(newFields, newRelations.values());
  if (!isDeepStrictEqual(words, searchTermsOf(fields, relations.values())))
    await replaceSearchTerms(tx, entryId, words);
  await updateCounts(tx, { ...before, actions }, { ...after, actions: newActions });
  const version = await recordHistory(tx, { entryId, at, author, change: change.change, detail });
  await emitEvents(tx, reported, events, at);
  if (after.resultat !== before.resultat || after.motif !== before.motif) {
    await notifyCallersOfDuplicates(tx, after, at);
  }
  const released = before.suspicion !== null && after.spam === 0;
  if (released || after.establishment_id !== before.establishment_id) await notifyAgain(tx, entryId, at);
  return { version, change: change.change, detail };
}

function patched(fields: Fields, patch: FieldPatch | undefined): Fields {
  const merged: Record<string, unknown> = { ...fields, ...patch };
  for (const key of Object.keys(merged)) if (merged[key] === null) delete merged[key];
  return merged;
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

/** An admission is recorded as an action, because the entry's stage and the statistics are derived from its actions. */
function admission(at: Instant): ActionPatch {
  return { date: parisDay(new Date(at)), stage: 'Admission réalisé' };
}

/** A duplicate reports the result of the entry that was kept. */
async function reportedResult(tx: Transaction, { resultat, motif, duplicate_of: keptId }: EntryRow) {
  return (keptId === null ? undefined : await tx.first(resultOf, { id: keptId })) ?? { resultat, motif };
}

function phonesOf(fields: Fields, relations: ReadonlyMap<number, Fields>): string[] {
  const phones = [fields, ...relations.values()].flatMap((person) =>
    [person.phoneClient, person.cellphoneClient, person.phone, person.cellphone].filter(
      (phone) => typeof phone === 'string',
    ),
  );
  return distinctPhoneKeys(phones);
}

async function updatePhoneKeys(
  tx: Transaction,
  entryId: number,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  for (const key of from) if (!to.includes(key)) await tx.run(deletePhone, { key, entryId });
  for (const key of to) if (!from.includes(key)) await tx.run(insertPhone, { key, entryId });
}

interface CountedEntry extends EntryRow {
  readonly actions: StoredActions;
}

async function updateCounts(tx: Transaction, before: CountedEntry, after: CountedEntry): Promise<void> {
  await changeContactCounts(tx, [...contactCountsOf(before, -1), ...contactCountsOf(after, 1)]);
  await changeFunnelCounts(tx, [...funnelChangesOf(before, -1), ...funnelChangesOf(after, 1)]);
}

function contactCountsOf(entry: CountedEntry, times: 1 | -1) {
  const place = countedIn({
    kind: entry.kind,
    test: entry.test === 1,
    establishmentId: entry.establishment_id,
    contactDate: entry.contact_date,
    excluded: isExcluded(entry),
  });
  return place === null ? [] : [{ ...place, total: times, hasAction: isInStage(entry.actions) ? times : 0 }];
}

function funnelChangesOf(entry: CountedEntry, times: 1 | -1): FunnelChange[] {
  const position = funnelPositionOf({
    kind: entry.kind,
    test: entry.test === 1,
    excluded: isExcluded(entry),
    establishmentId: entry.establishment_id,
    contactDate: entry.contact_date,
    receivedAt: entry.received_at,
    type: entry.type,
    advertised: entry.advertised === 1,
    resultat: entry.resultat,
    callerId: entry.caller_id,
    partnerId: entry.partner_id,
    actions: [...entry.actions.values()].map((action) => ({ ...action, done: action.done === 1 })),
  });
  return position === null ? [] : [{ position, times }];
}

function isExcluded({ spam, duplicate_of }: EntryRow): boolean {
  return spam === 1 || duplicate_of !== null;
}

function unlessEmpty(name: string, changes: Fields): Fields {
  return Object.keys(changes).length === 0 ? {} : { [name]: changes };
}
