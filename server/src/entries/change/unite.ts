import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { changeEntry, changeState, differencesOf, type StoredChange } from './change-entry.ts';
import { isComplaint, isUnanswered } from './complaints.ts';
import { recordHistory } from './history.ts';
import type { EntryPatch } from './patch.ts';
import { lockEntry } from './row.ts';
import type { Staff } from './staff-acts.ts';
import { type EntryState, patchedState, readState } from './state.ts';
import { takeOver } from './take-over.ts';
import {
  changedSince,
  directlyUnited,
  inverseOfUnited,
  takenOverSince,
  type UnitedLine,
  unlessChanged,
} from './taken-over.ts';

const duplicatesOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('id').where('duplicate_of', '=', p.id).orderBy('id'),
);

/**
 * Unites an entry with `kept`, which takes over from it (take-over.ts). The entry keeps its row and becomes a duplicate of
 * `kept`: it leaves lists and statistics, and reports the result of `kept`. Its own duplicates come along, so that a kept
 * entry is never itself a duplicate. The caller must lock `kept` before `entry`: a change of the result of `kept` locks both
 * in this order. Rejects with a `ValidationError` when the two can't be united.
 */
export async function unite(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  kept: EntryRow,
  take: ReadonlySet<string> = new Set(),
): Promise<StoredChange | undefined> {
  rejectUnfit(entry, kept);
  if (entry.duplicate_of === kept.id) return undefined;
  const before = await readState(tx, kept);
  const patch = takeOver(before, await readState(tx, entry), take);
  await changeState(tx, before, patchedState(before, patch, staff.author), {
    ...staff,
    change: 'united',
    detail: unitedDetail(before, entry.id, patch),
    patch,
    isSilent: true,
  });
  for (const { id } of await tx.all(duplicatesOf, { id: entry.id })) await mark(tx, id, staff, kept.id);
  return mark(tx, entry.id, staff, kept.id);
}

/** Throws a `ValidationError` where uniting would hide the entry, or show it to who may not read it. */
function rejectUnfit(entry: EntryRow, kept: EntryRow): void {
  if (kept.id === entry.id) throw new ValidationError('of', 'expected another entry');
  if (entry.duplicate_of !== null && entry.duplicate_of !== kept.id)
    throw new ValidationError('id', 'expected an entry that is not united with another one');
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
 * Undoes {@link unite}: what `kept` has taken over goes, unless it was changed since, and the entry takes its own
 * duplicates back. Once one of the two is erased, only the mark goes. The caller must lock `kept` first. `stayed`: what was
 * changed since and stays with the kept entry, as names of fields, `relations[0]`, `actions[3]`.
 */
export async function separate(tx: Transaction, entry: EntryRow, staff: Staff, kept: EntryRow) {
  const direct = await directlyUnited(tx, kept.id);
  const pathOf = (id: number): number[] => {
    const parent = direct.get(id);
    return parent === undefined || parent === kept.id ? [id, kept.id] : [id, ...pathOf(parent)];
  };
  const isErased = entry.restriction === 'erased';
  // First, so that their callers are told once how the result has changed.
  for (const id of [...direct.keys()].toSorted((a, b) => a - b))
    if (!isErased && id !== entry.id && pathOf(id).includes(entry.id)) await mark(tx, id, staff, entry.id);
  const marked = await mark(tx, entry.id, staff, null);
  return { marked, stayed: isErased ? [] : await giveBack(tx, pathOf(entry.id), staff) };
}

/**
 * Takes from an entry what it has of another one: `path` leads from the leaving entry to it. What it has taken over later is
 * taken back too, and taken over again as if the other one had never been there. Returns what stays.
 */
async function giveBack(tx: Transaction, path: readonly number[], staff: Staff): Promise<readonly string[]> {
  const [leaving, inner, [via, holderId]] = [path[0], path.slice(0, -1), path.slice(-2)];
  if (leaving === undefined || via === undefined || holderId === undefined) return [];
  const holder = await lockEntry(tx, holderId);
  if (holder.restriction === 'erased' || (await lockEntry(tx, via)).restriction === 'erased')
    return giveBack(tx, inner, staff);
  const before = await readState(tx, holder);
  const lines = await takenOverSince(tx, holderId, via);
  const stays = new Map<number, readonly string[]>();
  let after = before;
  for (const line of lines.toReversed()) {
    const { patch, stayed } = inverseOfUnited(after, line, await changedSince(tx, before, line));
    after = patchedState(after, patch, staff.author);
    stays.set(line.of, stayed);
  }
  await giveBack(tx, inner, staff);
  const again: Record<string, unknown>[] = [];
  for (const line of lines.filter(({ of }) => of !== leaving)) {
    const patch = await takeOverAgain(tx, line, { now: before, base: after });
    const next = patchedState(after, patch, staff.author);
    const stayed = stays.get(line.of) ?? [];
    again.push({
      ...unitedDetail(after, line.of, patch),
      ...differencesOf(after, next),
      ...(stayed.length > 0 && { stayed }),
      since: line.since ?? line.id,
    });
    after = next;
  }
  const stayed = stays.get(via) ?? [];
  await changeState(tx, before, after, {
    ...staff,
    change: 'separated',
    detail: { of: leaving, ...(via !== leaving && { via }), ...(stayed.length > 0 && { stayed }) },
    patch: { reached: after.row.reached === 1 },
    isSilent: true,
  });
  for (const detail of again)
    await recordHistory(tx, { ...staff, entryId: holderId, change: 'united', detail });
  return stayed;
}

/** `now`: the kept entry as it is; `base`: without what it takes over again. What was changed since stays as it is. */
async function takeOverAgain(
  tx: Transaction,
  line: UnitedLine,
  { now, base }: { readonly now: EntryState; readonly base: EntryState },
): Promise<EntryPatch> {
  const { of, changes = {}, ownerId } = line;
  const since = await changedSince(tx, now, line);
  const { row, ...other } = await readState(tx, await lockEntry(tx, of));
  const offered = since.names.has('resultat') ? { ...row, resultat: null, motif: null } : row;
  // What was preferred to a value that was there.
  const take = new Set([
    ...Object.entries(changes).flatMap(([name, { from }]) => (from === null ? [] : [name])),
    ...((ownerId?.from ?? null) === null ? [] : ['owner']),
  ]);
  return unlessChanged(base, takeOver(base, { ...other, row: offered }, take), since);
}
