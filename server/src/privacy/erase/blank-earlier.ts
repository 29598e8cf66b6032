import { type IsTaken, messageWithout, takenBy } from '../../entries/change/as-commercial.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { findEntry } from '../../entries/change/row.ts';
import { type Fields, isFields, only } from '../../entries/diff.ts';
import type { Transaction } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import type { TakenPaths } from '../records/erasures.ts';
import { type EntryParts, readParts } from '../texts/entry-parts.ts';
import { markBlanked, rewriteBodies, rewriteHistory } from './blank.ts';
import { storeParts } from './store-parts.ts';

/** Days count in statistics, and staff correct them otherwise. */
const isDay = (name: string) => name === 'dateFirstContact';

/**
 * Blanks all earlier texts of an entry, as an erasure does: history, partner's message, what callers were sent and have
 * answered, messages to its persons. Present values stay, unless `emptied` names them. Returns the names of fields of which
 * the partner's message said something else than the entry. The entry is locked.
 */
export async function blankEarlier(
  tx: Transaction,
  entryId: number,
  { removed, corrected }: TakenPaths,
  now: Date,
  emptied: readonly string[] = [],
): Promise<string[]> {
  const entry = await findEntry(tx, entryId);
  if (entry === undefined) return [];
  const before = await readParts(tx, entry);
  const kept = withoutValues(before, takenBy(emptied));
  const isNamed = takenBy([...removed, ...corrected]);
  const stale = new Set<string>();
  const message =
    before.message &&
    messageWithout(before.message, (place, name, value) => {
      const isStale = !isDay(name) && JSON.stringify(presentOf(kept, place)[name]) !== JSON.stringify(value);
      if (isStale) stale.add(`${place}.${name}`);
      return isStale || isNamed(place, name);
    });
  const after = {
    ...kept,
    message,
    letters: before.letters.map((letter) => ({ ...letter, recipient: null, subject: '', body: '' })),
    history: before.history.map(({ id, detail }) => ({
      id,
      // The names of corrected fields are no values of theirs.
      detail: { ...rewriteHistory(detail), ...only(detail, (name) => name === 'corrected') },
    })),
  };
  await storeParts(tx, entryId, before, after, now);
  await ignoreFields(tx, entryId, [...removed, ...corrected, ...stale]);
  await rewriteBodies(tx, entryId, (body, isPending) => bodyWith(body, isPending ? kept.comment : null));
  // Receivers may have repeated what they were sent.
  await tx.run(
    query((db) =>
      db
        .updateTable('attempts')
        .set({ failure_reason: null, response_excerpt: '' })
        .where('outbox_id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').where('entry_id', '=', entryId),
        ),
    ),
  );
  await markBlanked(tx, entryId, now);
  return [...stale];
}

/** Has these fields left out of what the partner sends from now on. */
async function ignoreFields(tx: Transaction, entryId: number, paths: readonly string[]): Promise<void> {
  const rows = await tx.all(
    query((db) => db.selectFrom('orientations').select(['id', 'ignored']).where('entry_id', '=', entryId)),
  );
  for (const { id, ignored } of rows) {
    const before: readonly string[] = JSON.parse(ignored ?? '[]');
    await update(tx, 'orientations', id, { ignored: JSON.stringify([...new Set([...before, ...paths])]) });
  }
}

function presentOf({ comment, fields, extra, relations }: EntryParts, place: string): Fields {
  const related = relations.find(({ position }) => place === `relations.${position}`);
  return place === 'changes' ? { ...extra, ...fields, comment } : { ...related?.fields };
}

function withoutValues(parts: EntryParts, isTaken: IsTaken): EntryParts {
  const text = (name: string, value: string | null) => (isTaken('changes', name) ? null : value);
  const rest = (place: string, fields: Fields) => only(fields, (name) => !isTaken(place, name));
  return {
    ...parts,
    comment: text('comment', parts.comment),
    // The family's own words under a comment of staff go with it.
    originalComment: text('comment', text('originalComment', parts.originalComment)),
    asleepReason: text('asleepReason', parts.asleepReason),
    fields: rest('changes', parts.fields),
    extra: rest('changes', parts.extra),
    relations: parts.relations.map(({ position, fields, extra }) => ({
      position,
      fields: rest(`relations.${position}`, fields),
      extra: rest(`relations.${position}`, extra),
    })),
    actions: parts.actions.map((action) => ({
      ...action,
      comment: isTaken(`actions.${action.position}`, 'comment') ? null : action.comment,
      extra: rest(`actions.${action.position}`, action.extra),
    })),
  };
}

/** The comment is the only free text that callers are told. */
function bodyWith(body: string, comment: string | null): string {
  const { data, ...envelope } = parsedFields(body);
  if (!isFields(data) || typeof data.comment !== 'string') return body;
  return JSON.stringify({ ...envelope, data: { ...data, comment } });
}
