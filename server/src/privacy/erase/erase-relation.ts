import { emitEvents, eventsCaused, sequenceAfter } from '../../entries/change/events.ts';
import { currentVersion, recordHistory } from '../../entries/change/history.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { refuseHeld } from '../../entries/holds.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { recordErasure } from '../records/erasures.ts';
import type { EntryParts } from '../texts/entry-parts.ts';
import { type FreeText, mapTexts } from '../texts/free-texts.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { lockMessages, rememberErased } from './erased-messages.ts';
import { planRelation, type RelationPlan } from './plan-relation.ts';
import { storeParts } from './store-parts.ts';
import { withoutPerson } from './without-person.ts';

/** What becomes of a free text. */
interface TextDecision {
  readonly key: string;
  readonly decision: 'keep' | 'rewrite' | 'empty';
  /** For `rewrite`. */
  readonly text?: string;
}

export interface RelationErasure {
  readonly entryId: number;
  readonly position: number;
  /** The author in the history. */
  readonly author: string;
  readonly requestId: number;
  /** Of the plan that was shown. */
  readonly digest: string;
  readonly texts: readonly TextDecision[];
}

type RelationResult =
  | { readonly state: 'erased' | 'already erased'; readonly version: number }
  | { readonly state: 'changed'; readonly plan: RelationPlan };

const setSequence = statement<{ id: number; sequence: number }>()((db, p) =>
  db.updateTable('entries').set({ sequence: p.sequence }).where('id', '=', p.id),
);
const blankAttempts = statement<{ entryId: number }>()((db, p) =>
  db
    .updateTable('attempts')
    .set({ failure_reason: null, response_excerpt: '' })
    .where('outbox_id', 'in', (eb) => eb.selectFrom('outbox').select('id').where('entry_id', '=', p.entryId)),
);

/**
 * Erases one related person of an entry: their fields, phones, search terms and history values, and what was decided of
 * each free text. Does nothing and returns the new plan when the digest is not that of the plan. Rejects with NOTFOUND for
 * an unknown entry or person, with HELD and ERASED, and with a `ValidationError` for a text that nothing was decided of.
 */
export async function eraseRelation(
  tx: Transaction,
  { entryId, position, author, requestId, digest, texts }: RelationErasure,
  context: OperationContext,
): Promise<RelationResult> {
  await lockMessages(tx, entryId);
  const entry = await lockEntry(tx, entryId);
  const { plan, parts } = await planRelation(tx, entry, position, context.secrets.contentKey);
  await refuseHeld(tx, entryId, context.now);
  if (digest !== plan.digest) return { state: 'changed', plan };
  if (Object.keys(plan.counts).length === 0 && texts.every(({ decision }) => decision === 'keep'))
    return { state: 'already erased', version: await currentVersion(tx, entryId) };
  const replacements = replacementsOf(plan.texts, texts);
  const at = context.now.toISOString();
  const after = await blankPerson(tx, entry, { position, parts, replacements }, context);
  const changedEntry = {
    ...entry,
    comment: after.comment,
    comment_by: after.comment === null ? null : entry.comment_by,
  };
  const events = eventsCaused(entry, changedEntry, false);
  await tx.run(setSequence, { id: entryId, sequence: sequenceAfter(entry, events) });
  const detail = { relation: position };
  const newVersion = await recordHistory(tx, { entryId, at, author, change: 'relation-erased', detail });
  await emitEvents(tx, changedEntry, events, at);
  const erasedTexts = plan.texts.filter(({ text }) => replacements.has(text)).map(({ key }) => key);
  await recordErasure(tx, {
    entryId,
    receivedAt: entry.received_at,
    relation: position,
    reason: 'request',
    requestId,
    erasedAt: at,
    counts: { ...plan.counts, ...Object.fromEntries(erasedTexts.map((key) => [textMark + key, 1])) },
  });
  return { state: 'erased', version: newVersion };
}

/** In the counts of the ledger, marks the keyed hash of a text that was rewritten or emptied. */
const textMark = 'text:';

/** A line of the ledger about a related person. */
interface ErasedRelation {
  readonly relation: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The author in the history. */
  readonly author: string;
}

/**
 * Erases a related person again whom a restored backup has brought back. Texts that were rewritten are emptied: the ledger
 * does not hold what they became. No event is emitted. Returns whether anything was left of the person.
 */
export async function eraseRelationAgain(
  tx: Transaction,
  entry: EntryRow,
  { relation: position, counts, author }: ErasedRelation,
  context: OperationContext,
): Promise<boolean> {
  const { contentKey } = context.secrets;
  const relations = await storedRelations(tx, entry.id);
  // The backup was made before the person was added.
  if (!relations.some((relation) => relation.position === position)) return false;
  const { plan, parts } = await planRelation(tx, entry, position, contentKey);
  const erased = plan.texts.filter(({ key }) => counts[textMark + key] !== undefined);
  if (Object.keys(plan.counts).length === 0 && erased.length === 0) return false;
  const replacements = new Map(erased.map(({ text }) => [text, null]));
  await blankPerson(tx, entry, { position, parts, replacements }, context);
  const detail = { relation: position };
  const at = context.now.toISOString();
  await recordHistory(tx, { entryId: entry.id, at, author, change: 'relation-erased', detail });
  return true;
}

interface PersonToBlank {
  readonly position: number;
  readonly parts: EntryParts;
  /** By text; null empties it. */
  readonly replacements: ReadonlyMap<string, string | null>;
}

async function blankPerson(
  tx: Transaction,
  { id: entryId }: Pick<EntryRow, 'id'>,
  { position, parts, replacements }: PersonToBlank,
  context: OperationContext,
): Promise<EntryParts> {
  const replace = (text: string) => replacements.get(text) ?? (replacements.has(text) ? null : text);
  // The partner may send one of the messages again, which would bring the person back.
  await rememberErased(tx, entryId, context);
  const after = mapTexts(withoutPerson(parts, position), replace);
  await storeParts(tx, entryId, parts, after);
  await rewriteBodies(tx, entryId, (body) => bodyWith(body, replace));
  // Receivers may have repeated what they were sent.
  await tx.run(blankAttempts, { entryId });
  await markBlanked(tx, entryId, context.now);
  return after;
}

/** The comment is the only free text that callers are told. */
function bodyWith(body: string, replace: (text: string) => string | null): string {
  const event: { readonly data?: { readonly comment?: unknown } | null } = JSON.parse(body);
  const comment = event.data?.comment;
  if (typeof comment !== 'string') return body;
  const replaced = replace(comment);
  return replaced === comment
    ? body
    : JSON.stringify({ ...event, data: { ...event.data, comment: replaced } });
}

/** Returns what replaces each text that is not kept. Throws a `ValidationError` unless each text is decided once. */
function replacementsOf(
  texts: readonly FreeText[],
  decisions: readonly TextDecision[],
): Map<string, string | null> {
  const byKey = new Map(texts.map((text) => [text.key, text]));
  const replacements = new Map<string, string | null>();
  for (const [i, { key, decision, text }] of decisions.entries()) {
    const found = byKey.get(key);
    if (found === undefined)
      throw new ValidationError(`texts[${i}].key`, 'expected a text of this plan, once');
    byKey.delete(key);
    if ((decision === 'rewrite') !== (text !== undefined))
      throw new ValidationError(`texts[${i}].text`, 'expected for `rewrite`, and for nothing else');
    if (decision !== 'keep') replacements.set(found.text, text ?? null);
  }
  if (byKey.size > 0) throw new ValidationError('texts', 'expected a decision for each text of the plan');
  return replacements;
}
