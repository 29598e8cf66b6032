import { sql } from 'kysely';
import { auditedOperation, serviceAuthor } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { recordHistory } from '../../entries/change/history.ts';
import { erasedEntry, findAndLockEntry } from '../../entries/change/row.ts';
import type { Hold } from '../../entries/holds.ts';
import { deleteInChunks } from '../../store/chunks.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { lockOpenRequest, recordStep } from '../requests/steps.ts';

/** The longest hold, in years. */
export const maxYears = 5;

/** Holds ended by one write at most. */
const endedPerChunk = 50;

const insertHold = statement<
  Omit<Hold, 'id'> & { entryId: number; requestId: number | null; author: string; now: string }
>()((db, p) =>
  db
    .insertInto('holds')
    .values({
      entry_id: p.entryId,
      kind: p.kind,
      reason: p.reason,
      until: p.until,
      request_id: p.requestId,
      author: p.author,
      created_at: p.now,
    })
    .returning('id'),
);
const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('holds').select(['id', 'entry_id as entryId', 'kind']).where('id', '=', p.id),
);
const setEnded = statement<{ id: number; author: string; now: string }>()((db, p) =>
  db
    .updateTable('holds')
    .set({ ended_at: p.now, ended_by: p.author })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);
const otherLimitation = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('holds')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .where('kind', '=', 'limitation')
    .where('ended_at', 'is', null)
    .limit(sql.lit(1)),
);
const setRestriction = statement<{ entryId: number; restriction: 'limited' | null }>()((db, p) =>
  db.updateTable('entries').set({ restriction: p.restriction }).where('id', '=', p.entryId),
);
const pastHolds = statement<{ today: string }>()((db, p) =>
  db
    .selectFrom('holds')
    .select(['id', 'entry_id as entryId', 'kind'])
    .where('ended_at', 'is', null)
    .where('until', '<', p.today)
    .orderBy('entry_id')
    .limit(sql.lit(endedPerChunk)),
);

/** A hold as it is asked for. */
interface NewHold extends Omit<Hold, 'id'> {
  readonly entryId: number;
  readonly requestId: number | undefined;
  /** The author in the history. */
  readonly author: string;
}

/**
 * Holds an entry: it can't be erased. A limitation also hides it from everybody but the data protection officer. Rejects
 * with NOTFOUND for an unknown entry, with ERASED for an erased one, with a `ValidationError` for a wrong day.
 */
export const addHold = auditedOperation(
  'addHold',
  async (tx, { entryId, requestId, author, kind, reason, until }: NewHold, { now, record }) => {
    requireDay(until, parisDay(now));
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const entry = await findAndLockEntry(tx, entryId);
    if (entry === undefined) throw new RequestError('NOTFOUND', `path: no entry has the id ${entryId}`);
    if (entry.restriction === 'erased') throw erasedEntry(entryId);
    const at = now.toISOString();
    const values = { entryId, kind, reason, until, author, now: at };
    const row = await tx.first(insertHold, { ...values, requestId: requestId ?? null });
    if (row === undefined) throw new Error('The new hold has no id');
    if (kind === 'limitation' && entry.restriction === null) {
      await tx.run(setRestriction, { entryId, restriction: 'limited' });
      await recordHistory(tx, { entryId, at, author, change: 'limited', detail: {} });
    }
    if (requestId !== undefined)
      await recordStep(tx, requestId, { at, author, step: 'held', detail: { entryId, kind, until } });
    await record({ action: 'added', subject: 'hold', subjectId: row.id, detail: { entryId, kind, until } });
    return { id: row.id };
  },
);

/** Ends a hold; nothing is done when it has ended already. Rejects with NOTFOUND for an unknown one. */
export const endHold = auditedOperation(
  'endHold',
  async (tx, { id, author }: { readonly id: number; readonly author: string }, { now, record }) => {
    const hold = await tx.first(byId, { id });
    if (hold === undefined) throw new RequestError('NOTFOUND', `path: no hold has the id ${id}`);
    if (!(await endOne(tx, hold, author, now))) return;
    const { entryId, kind } = hold;
    await record({ action: 'removed', subject: 'hold', subjectId: id, detail: { entryId, kind } });
  },
);

/** Ends some of the holds whose last day is over. Returns how many: 0 when there are none left. */
export const endPastHolds = operation('endPastHolds', async (tx, author: string, { now }) => {
  const past = await tx.all(pastHolds, { today: parisDay(now) });
  for (const hold of past) await endOne(tx, hold, author, now);
  return past.length;
});

/** Ends the holds whose last day is over, so that staff see the entries again. Returns how many. */
export function expireHolds(database: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  return deleteInChunks(() => database.write(endPastHolds, serviceAuthor, now), stopping);
}

/** Returns false when it had ended already. */
async function endOne(
  tx: Transaction,
  { id, entryId, kind }: { readonly id: number; readonly entryId: number; readonly kind: Hold['kind'] },
  author: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const entry = await findAndLockEntry(tx, entryId);
  if ((await tx.run(setEnded, { id, author, now: at })) === 0) return false;
  if (kind !== 'limitation' || entry?.restriction !== 'limited') return true;
  if ((await tx.first(otherLimitation, { entryId })) !== undefined) return true;
  await tx.run(setRestriction, { entryId, restriction: null });
  await recordHistory(tx, { entryId, at, author, change: 'unlimited', detail: {} });
  return true;
}

function requireDay(until: Day, today: Day): void {
  if (until < today) throw new ValidationError('until', 'expected today or a later day');
  const latest = `${Number(today.slice(0, 4)) + maxYears}${today.slice(4)}`;
  if (until > latest) throw new ValidationError('until', `expected a day within ${maxYears} years`);
}
