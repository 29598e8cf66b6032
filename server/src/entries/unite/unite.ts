import { sql } from 'kysely';
import { RequestError } from '../../contract/request-error.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { operation } from '../../store/operation.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type Change, changeEntry, changeState, type StoredChange } from '../change/change-entry.ts';
import { isComplaint, isUnanswered } from '../change/complaints.ts';
import type { EntryPatch } from '../change/patch.ts';
import { lockEntry, lockKeptFirst } from '../change/row.ts';
import type { Staff } from '../change/staff-acts.ts';
import { type EntryState, patchedState, readState } from '../change/state.ts';
import { takeOver } from './take-over.ts';
import { inverseOfUnited, takenOver } from './taken-over.ts';

/*
 * Two entries of one family are united: one is kept, the other becomes its duplicate.
 *
 * state        what happens                                    next         the kept entry                    the caller of the other reads
 * alone        united with one of its kind and residence¹      duplicate    takes over what it lacks          the result of the kept one
 *              has duplicates of its own                       alone        409: it is the one to keep        the same
 * duplicate    its partner writes                              duplicate    is flagged, shows the message     the same
 *              the kept one is changed                         duplicate    is changed                        its result
 *              separated, as the last that was united          alone        gives back what was not changed   its own result again
 *              separated, but not the last                     duplicate    409 names the last                the same
 *              one of the two is erased                        duplicate    keeps what it has taken over      « effacé »
 *
 * ¹ A form also with a lead; across residences the user is asked first. Letters stay with the entry that they were written
 * with; a visit that the other one has announced is the same one in the kept entry (`uidOf`).
 */

const duplicateOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('duplicate_of', '=', p.id).limit(sql.lit(1)),
);

/**
 * Unites an entry with `kept`, which takes over from it (take-over.ts). The entry keeps its row and becomes a duplicate of
 * `kept`: it leaves lists and statistics, and reports the result of `kept`. Neither a kept entry is a duplicate nor has a
 * duplicate some of its own. The caller must have locked both. Rejects with CONFLICT when one of the two is united
 * already, and with a `ValidationError` when they do not fit together.
 */
export async function unite(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  kept: EntryRow,
  take: ReadonlySet<string> = new Set(),
): Promise<StoredChange | undefined> {
  if (entry.duplicate_of === kept.id) return undefined;
  await rejectUnfit(tx, entry, kept);
  const before = await readState(tx, kept);
  const patch = takeOver(before, await readState(tx, entry), take);
  await changeState(tx, before, {
    ...staff,
    change: 'united',
    detail: unitedDetail(before, entry.id, patch),
    patch,
    isSilent: true,
  });
  return mark(tx, entry.id, staff, kept.id);
}

/** Throws where uniting would hide the entry, or show it to who may not read it. */
async function rejectUnfit(tx: Transaction, entry: EntryRow, kept: EntryRow): Promise<void> {
  if (kept.id === entry.id) throw new ValidationError('of', 'expected another entry');
  if (kept.duplicate_of !== null)
    throw conflict('of', `expected entry ${kept.duplicate_of}, with which ${kept.id} was united`);
  if (entry.duplicate_of !== null)
    throw conflict('id', `expected entry ${entry.duplicate_of}, with which ${entry.id} was united`);
  if ((await tx.first(duplicateOf, { id: entry.id })) !== undefined)
    throw conflict('id', `expected entry ${entry.id}, which has duplicates of its own, to be kept`);
  if (kept.test !== entry.test)
    throw new ValidationError('of', 'expected a test entry for a test entry, and only for one');
  const isForm = entry.kind === 'survey' && !isComplaint(entry);
  const isAlike = kept.kind === entry.kind && (kept.kind !== 'survey' || kept.type === entry.type);
  if (!isAlike && !(isForm && kept.kind === 'commercial'))
    throw new ValidationError('of', 'expected an entry of the same kind, or a lead for a form');
  if (isUnanswered(entry) && !isUnanswered(kept))
    throw new ValidationError('of', 'expected an open complaint for an open one');
  if (kept.spam === 1 && entry.spam === 0)
    throw new ValidationError('of', 'expected an entry that is no spam');
}

/** What the history says besides the values. The positions of new persons: later, those may have other fields. */
function unitedDetail({ row, relations }: EntryState, of: number, patch: EntryPatch) {
  const added = [...(patch.relations?.keys() ?? [])].filter((position) => !relations.has(position));
  return {
    of,
    ...(added.length > 0 && { added }),
    ...(patch.flagged === true && row.flagged === 0 && { flagged: true }),
  };
}

/** Sets or removes the mark of a duplicate. */
async function mark(tx: Transaction, id: number, staff: Staff, duplicateOf: number | null) {
  return changeEntry(tx, await lockEntry(tx, id), { ...staff, change: 'duplicate', patch: { duplicateOf } });
}

/**
 * Undoes {@link unite}: what `kept` has taken over goes, unless it was changed since. Of several, the last united is
 * separated first. Once one of the two is erased, only the mark goes. The caller must lock `kept` first. `stayed`: what was
 * changed since and stays with the kept entry, as names of fields, `relations[0]`, `actions[3]`.
 */
export async function separate(tx: Transaction, entry: EntryRow, staff: Staff, kept: EntryRow) {
  const lines = kept.restriction === 'erased' ? [] : await takenOver(tx, kept.id);
  const line = lines.find(({ of }) => of === entry.id);
  const [last] = lines;
  if (line !== undefined && last !== undefined && last !== line)
    throw conflict('of', `expected entry ${last.of}, the last united, to be separated first`);
  const marked = await mark(tx, entry.id, staff, null);
  if (line === undefined) return { marked, stayed: [] };
  const before = await readState(tx, kept);
  const { patch, stayed } = await inverseOfUnited(tx, before, line);
  const change: Change = {
    ...staff,
    change: 'separated',
    detail: { of: entry.id, ...(stayed.length > 0 && { stayed }) },
    patch: { reached: patch.reached === true },
    isSilent: true,
  };
  await changeState(tx, before, change, patchedState(before, patch, staff.author));
  return { marked, stayed };
}

const chained = rawStatement<Record<never, never>, { id: number }>(
  () => sql`
    select e.id from entries e join entries k on k.id = e.duplicate_of
    where e.duplicate_of is not null and k.duplicate_of is not null order by e.id limit 100`,
);

/** Returns the duplicates of a duplicate, at most 100: none, unless two united them at once before that was refused. */
export async function chainedDuplicates(read: Queries): Promise<number[]> {
  return (await read.all(chained, {})).map(({ id }) => id);
}

/** Releases duplicates of a duplicate, which no list shows nor what was kept for them. They have kept what they came with. */
export const releaseChained = operation('releaseChained', async (tx, ids: readonly number[], { now }) => {
  for (const id of ids) {
    const kept = await lockKeptFirst(tx, id);
    // Of two that are duplicates of each other, the first is released.
    if (kept !== undefined && kept.duplicate_of !== null)
      await mark(tx, id, { author: 'accueil', at: now.toISOString() }, null);
  }
});

const conflict = (field: string, expected: string) => new RequestError('CONFLICT', `${field}: ${expected}`);
