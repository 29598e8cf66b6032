import { type AuditedContext, auditedOperation } from '../../access/audit.ts';
import { hasRecognised } from '../../access/audit-trail.ts';
import { authorOf } from '../../access/authors.ts';
import { type EntryUse, isWithin, reachOfEntry } from '../../access/roles.ts';
import { maxHours } from '../../access/sessions.ts';
import { hourMs } from '../../clock.ts';
import { notFound } from '../../contract/request-error.ts';
import type { StoredChange } from '../../entries/change/change-entry.ts';
import { currentVersion, lastChange } from '../../entries/change/history.ts';
import { erasedEntry, findAndLockEntry } from '../../entries/change/row.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import { isOutOfSight } from '../../entries/presenter.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import type { StoredLetter } from '../../letters/write.ts';
import type { Operation, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { changedNames, type HistoryRow, historyPage } from '../entries/versions.ts';

export interface ActInput {
  readonly entryId: number;
  /** The version that the user has seen. Without it, there is no conflict with changes by others. */
  readonly version?: number | undefined;
  readonly by: DeskActor;
  /** By which a letter that it writes is known when the request is sent again. */
  readonly key?: string | null;
}

export interface ActOutcome {
  readonly id: number;
  readonly version: number;
  /** There was nothing to do: its newest change is another one. */
  readonly isUnchanged?: true;
  /** Set when others changed the entry first, and nothing was done: their changes, newest first. */
  readonly conflict?: HistoryRow[];
  /** What an act could not take back, because it was changed since. */
  readonly stayed?: readonly string[];
  /** The letters that it has written. */
  readonly letters?: readonly { readonly id: number; readonly sendsAt: string }[];
}

/** What an act works on: a locked row within the user's reach. */
export interface ActSubject {
  readonly entry: EntryRow;
  readonly staff: Staff;
  readonly context: AuditedContext;
}

export interface Done extends StoredChange, Pick<ActOutcome, 'stayed'> {
  /** The letters that it has written. */
  readonly letters?: readonly StoredLetter[] | undefined;
}

/**
 * Returns the operation of an act: locks the entry, checks reach and version, does the work and records it in the audit
 * trail. `use`: what the user has to be allowed.
 */
export function entryAct<Input extends ActInput>(
  name: string,
  work: (tx: Transaction, subject: ActSubject, input: Input) => Promise<Done | undefined>,
  use?: EntryUse,
): Operation<Input, ActOutcome> {
  return auditedOperation(name, async (tx, input: Input, context) => {
    const entry = await lockKnown(tx, input, context, use);
    const conflict = await conflictOf(tx, entry, input, context);
    if (conflict !== undefined) return conflict;
    const done = await work(tx, { entry, staff: staffOf(input.by, context), context }, input);
    return recordAct(tx, entry.id, done, context);
  });
}

export const staffOf = (by: DeskActor, { now }: AuditedContext): Staff => ({
  author: authorOf(by),
  at: now.toISOString(),
});

export const reaches = ({ grants }: DeskActor, use: EntryUse, entry: EntryRow): boolean =>
  isWithin(reachOfEntry(grants, use, entry), entry.establishment_id);

/**
 * Locks and returns an entry within the user's reach; undefined for one that is unknown, out of reach or limited. Rejects
 * with ERASED for an erased one: the user has a page open that shows it.
 */
export async function lockWithin(
  tx: Transaction,
  by: DeskActor,
  id: number,
  use: EntryUse = 'change',
  mayBeErased = false,
): Promise<EntryRow | undefined> {
  const entry = await findAndLockEntry(tx, id);
  if (entry === undefined || !reaches(by, use, entry) || isOutOfSight(entry)) return undefined;
  if (entry.restriction === 'erased' && !mayBeErased) throw erasedEntry(id);
  return entry;
}

/**
 * Locks and returns the entry of an act. Rejects with NOTFOUND for one that is unknown or out of reach, or that a user who may
 * not read it has neither created nor, each time anew, recognised within {@link maxHours} hours: ids could be guessed.
 */
export async function lockKnown(
  tx: Transaction,
  { entryId, by }: ActInput,
  { now }: AuditedContext,
  use?: EntryUse,
  mayBeErased?: boolean,
): Promise<EntryRow> {
  const entry = await lockWithin(tx, by, entryId, use, mayBeErased);
  const since = new Date(now.getTime() - maxHours * hourMs).toISOString();
  const isKnown =
    entry !== undefined &&
    (reaches(by, 'read', entry) || (await hasRecognised(tx, by.userId, entryId, since)));
  if (!isKnown) throw notFound('entry', entryId);
  return entry;
}

/** The outcome of an act on an entry that others have changed first; undefined when they have not. */
export async function conflictOf(
  tx: Transaction,
  entry: EntryRow,
  { version: seen, by }: ActInput,
  { record }: AuditedContext,
): Promise<ActOutcome | undefined> {
  const { id } = entry;
  const version = await currentVersion(tx, id);
  if (seen === undefined || (seen <= version && seen >= (await lastChange(tx, id)))) return undefined;
  // Users who may hand an entry over without reading it are not shown what others have changed.
  if (!reaches(by, 'read', entry)) return { id, version, conflict: [] };
  // The conflict shows the user personal data that others entered: it counts as a read.
  await record({ subject: 'entry', subjectId: id, action: 'read' });
  const { data: conflict } = await historyPage(tx, id, { since: seen });
  return { id, version, conflict };
}

/** Records an act in the audit trail, unless there was nothing to do. `other`: an entry that it has changed besides. */
export async function recordAct(
  tx: Transaction,
  id: number,
  done: Done | undefined,
  { record }: AuditedContext,
  other?: { readonly id: number; readonly act: string },
): Promise<ActOutcome> {
  if (done === undefined) return { id, version: await currentVersion(tx, id), isUnchanged: true };
  const { version, change: act, stayed, letters } = done;
  const changed = { action: 'changed', subject: 'entry' } as const;
  await record({ ...changed, subjectId: id, detail: { act, changed: changedNames(done) } });
  if (other !== undefined) await record({ ...changed, subjectId: other.id, detail: { act: other.act } });
  const written = letters?.map(({ sent, sendsAt }) => ({ id: sent.id, sendsAt }));
  return {
    id,
    version,
    ...(stayed !== undefined && { stayed }),
    ...(written !== undefined && { letters: written }),
  };
}
