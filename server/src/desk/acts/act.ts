import { type Actor, auditedOperation } from '../../access/audit.ts';
import { type Grant, isWithin } from '../../access/roles.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { StoredChange } from '../../entries/change/change-entry.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import type { Staff } from '../../entries/change/staff-acts.ts';
import type { Operation, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { entryNotFound } from '../entries/require-entry.ts';
import { reachOfChanges } from './reach.ts';
import { changedNames, currentVersion, type HistoryRow, historySince } from './versions.ts';

/** The signed-in user. */
export interface StaffActor extends Actor {
  readonly userId: number;
  /** For the history. */
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** What every act on an entry gets. */
export interface ActInput {
  readonly entryId: number;
  /** The version that the user has seen. Without it, changes by others since then are no conflict. */
  readonly version?: number;
  /** Of a duplicate: the entry to keep. If that is a duplicate itself, its kept entry is taken. */
  readonly keptId?: number;
  readonly by: StaffActor;
}

export interface ActOutcome {
  readonly id: number;
  readonly version: number;
  /** Set when others changed the entry first: what they did, newest first. Then nothing was done. */
  readonly conflict?: readonly HistoryRow[];
}

/** What an act works on: rows that are locked, and within the user's reach. */
export interface ActSubject {
  readonly entry: EntryRow;
  /** Of a duplicate. */
  readonly kept: EntryRow | undefined;
  readonly staff: Staff;
}

/**
 * The operation of an act: locks the entry, checks reach and version, does the work, and records in the audit trail what
 * it changed. Rejects with NOTFOUND for an entry that is not there or not within reach.
 */
export function entryAct<Input extends ActInput>(
  name: string,
  work: (tx: Transaction, subject: ActSubject, input: Input) => Promise<StoredChange | undefined>,
): Operation<Input, ActOutcome> {
  return auditedOperation(name, async (tx, input: Input, { now, record }) => {
    const { entryId, version, keptId, by } = input;
    // The kept entry is locked before its duplicates, as everywhere: so that no two transactions wait for each other.
    const kept = keptId === undefined ? undefined : await lockKept(tx, by, keptId);
    const entry = await lockWithin(tx, by, entryId);
    if (entry === undefined) throw entryNotFound(entryId);
    if (keptId !== undefined && kept === undefined)
      throw new RequestError('INVALID', `of: no entry has the id ${keptId}`);
    const before = await currentVersion(tx, entryId);
    const subject = { subject: 'entry', subjectId: entryId } as const;
    if (version !== undefined && version !== before) {
      // The user is shown what others changed: that is part of the person's record.
      await record({ ...subject, action: 'read' });
      return { id: entryId, version: before, conflict: await historySince(tx, entryId, version) };
    }
    const staff = { name: by.name, at: now.toISOString() };
    const stored = await work(tx, { entry, kept, staff }, input);
    if (stored === undefined) return { id: entryId, version: before };
    const detail = { act: stored.change, changed: changedNames(stored.detail) };
    await record({ ...subject, action: 'changed', detail });
    return { id: entryId, version: stored.version };
  });
}

/** Locks an entry that the user may change; undefined when there is none within reach. */
async function lockWithin(
  tx: Transaction,
  { grants }: StaffActor,
  id: number,
): Promise<EntryRow | undefined> {
  const entry = await findAndLockEntry(tx, id);
  return entry !== undefined && isWithin(reachOfChanges(grants, entry.kind), entry.establishment_id)
    ? entry
    : undefined;
}

async function lockKept(tx: Transaction, by: StaffActor, id: number): Promise<EntryRow | undefined> {
  const named = await lockWithin(tx, by, id);
  const keptId = named?.duplicate_of ?? null;
  return keptId === null ? named : lockWithin(tx, by, keptId);
}
