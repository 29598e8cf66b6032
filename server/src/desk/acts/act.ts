import { type Actor, auditedOperation } from '../../access/audit.ts';
import { hasRecognised } from '../../access/audit-trail.ts';
import { type EntryUse, type Grant, isWithin, reachOfEntry } from '../../access/roles.ts';
import { maxHours } from '../../access/sessions.ts';
import { hourMs } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { StoredChange } from '../../entries/change/change-entry.ts';
import { erasedEntry, findAndLockEntry } from '../../entries/change/row.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import type { Operation, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { entryNotFound } from '../entries/require-entry.ts';
import { changedNames, currentVersion, type HistoryRow, historyPage } from './versions.ts';

export interface StaffActor extends Actor {
  readonly userId: number;
  /** The author in the history. */
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** The input of every act on an entry. */
export interface ActInput {
  readonly entryId: number;
  /** The version that the user has seen. Without it, there is no conflict with changes by others. */
  readonly version?: number;
  /** For marking a duplicate: the entry to keep. If that is a duplicate itself, the entry that it duplicates is kept. */
  readonly keptId?: number;
  readonly by: StaffActor;
}

export interface ActOutcome {
  readonly id: number;
  readonly version: number;
  /** Set when others changed the entry first, and nothing was done: their changes, newest first. */
  readonly conflict?: HistoryRow[];
}

/** What an act works on: locked rows within the user's reach. */
interface ActSubject {
  readonly entry: EntryRow;
  /** The row of `keptId`. */
  readonly kept: EntryRow | undefined;
  readonly staff: Staff;
}

/**
 * Returns the operation of an act: locks the entry, checks reach and version, does the work and records it in the audit
 * trail. `use`: what the user has to be allowed. The operation rejects with NOTFOUND for an entry that is unknown or out of
 * reach, or that a user who may not read it has not recognised within {@link maxHours} hours, each time anew.
 */
export function entryAct<Input extends ActInput>(
  name: string,
  work: (tx: Transaction, subject: ActSubject, input: Input) => Promise<StoredChange | undefined>,
  use: EntryUse = 'change',
): Operation<Input, ActOutcome> {
  return auditedOperation(name, async (tx, input: Input, { now, record }) => {
    const { entryId, version, keptId, by } = input;
    // Everywhere, the kept entry is locked before its duplicates: another order could deadlock.
    const kept = keptId === undefined ? undefined : await lockKept(tx, by, keptId, use);
    const entry = await lockWithin(tx, by, entryId, use);
    if (entry === undefined) throw entryNotFound(entryId);
    const mayRead = isWithin(reachOfEntry(by.grants, 'read', entry), entry.establishment_id);
    // Otherwise an agent of a call centre could move every entry there is, by counting.
    const since = new Date(now.getTime() - maxHours * hourMs).toISOString();
    if (!mayRead && !(await hasRecognised(tx, by.userId, entryId, since))) throw entryNotFound(entryId);
    if (keptId !== undefined && kept === undefined)
      throw new RequestError('INVALID', `of: no entry has the id ${keptId}`);
    const before = await currentVersion(tx, entryId);
    const subject = { subject: 'entry', subjectId: entryId } as const;
    if (version !== undefined && version !== before) {
      // Users who may hand an entry over without reading it are not shown what others have changed.
      if (!mayRead) return { id: entryId, version: before, conflict: [] };
      // The conflict shows the user personal data that others entered: it counts as a read.
      await record({ ...subject, action: 'read' });
      const { data: conflict } = await historyPage(tx, entryId, { since: version });
      return { id: entryId, version: before, conflict };
    }
    const staff = { author: by.name, at: now.toISOString() };
    const stored = await work(tx, { entry, kept, staff }, input);
    if (stored === undefined) return { id: entryId, version: before };
    const detail = { act: stored.change, changed: changedNames(stored.detail) };
    await record({ ...subject, action: 'changed', detail });
    return { id: entryId, version: stored.version };
  });
}

/**
 * Locks and returns an entry within the user's reach; undefined for one that is unknown, out of reach or limited. Rejects
 * with ERASED for an erased one: the user has a page open that shows it.
 */
async function lockWithin(
  tx: Transaction,
  { grants }: StaffActor,
  id: number,
  use: EntryUse,
): Promise<EntryRow | undefined> {
  const entry = await findAndLockEntry(tx, id);
  if (entry === undefined || !isWithin(reachOfEntry(grants, use, entry), entry.establishment_id))
    return undefined;
  if (entry.restriction === 'erased') throw erasedEntry(id);
  return entry.restriction === null ? entry : undefined;
}

async function lockKept(
  tx: Transaction,
  by: StaffActor,
  id: number,
  use: EntryUse,
): Promise<EntryRow | undefined> {
  const named = await lockWithin(tx, by, id, use);
  const keptId = named?.duplicate_of ?? null;
  return keptId === null ? named : lockWithin(tx, by, keptId, use);
}
