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
import type { Operation, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { changedNames, type HistoryRow, historyPage } from '../entries/versions.ts';
import type { StoredLetter } from '../messages/letter.ts';

export interface ActInput {
  readonly entryId: number;
  /** The version that the user has seen. Without it, there is no conflict with changes by others. */
  readonly version?: number;
  readonly by: DeskActor;
  /** By which a message that it writes is known when the request is sent again. */
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
  /** The messages to persons that it has written. */
  readonly messages?: readonly { readonly id: number; readonly sendsAt: string }[];
}

/** What an act works on: locked rows within the user's reach. */
export interface ActSubject {
  readonly entry: EntryRow;
  /** The entry to keep, or that was kept, of {@link ActOptions.kept}. */
  readonly kept: EntryRow | undefined;
  readonly staff: Staff;
  readonly context: AuditedContext;
}

export interface Done extends StoredChange, Pick<ActOutcome, 'stayed'> {
  /** The messages to persons that it has written. */
  readonly letters?: readonly StoredLetter[] | undefined;
}

export interface ActOptions<Input> {
  /** What the user has to be allowed; `change` by default. */
  readonly use?: EntryUse;
  /** The act changes another entry too, which is kept of the two. */
  readonly kept?: {
    readonly lock: (tx: Transaction, input: Input) => Promise<EntryRow | undefined>;
    /** The name of its change in the audit trail. */
    readonly act: (input: Input) => string;
  };
  /** Whether the entry may have been erased. */
  readonly ofErased?: (input: Input) => boolean;
  /** Whether an entry that is out of the user's reach is one to act on all the same. */
  readonly orElse?: (tx: Transaction, entry: EntryRow, by: DeskActor, staff: Staff) => Promise<boolean>;
}

/**
 * Returns the operation of an act: locks the entry, checks reach and version, does the work and records it in the audit
 * trail. The operation rejects with NOTFOUND for an entry that is unknown or out of reach, or that a user who may not read it
 * has neither created nor, each time anew, recognised within {@link maxHours} hours.
 */
export function entryAct<Input extends ActInput>(
  name: string,
  work: (tx: Transaction, subject: ActSubject, input: Input) => Promise<Done | undefined>,
  { use = 'change', kept: other, ofErased, orElse }: ActOptions<Input> = {},
): Operation<Input, ActOutcome> {
  return auditedOperation(name, async (tx, input: Input, context) => {
    const { now, record } = context;
    const { entryId, version, by } = input;
    const kept = await other?.lock(tx, input);
    const staff = { author: authorOf(by), at: now.toISOString() };
    const entry = await lockWithin(tx, by, entryId, {
      use,
      ofErased: ofErased?.(input) === true,
      orElse: async (one) => (await orElse?.(tx, one, by, staff)) === true,
    });
    if (entry === undefined) throw notFound('entry', entryId);
    const mayRead = isWithin(reachOfEntry(by.grants, 'read', entry), entry.establishment_id);
    // Otherwise an agent of a call centre could move every entry there is, by counting.
    const since = new Date(now.getTime() - maxHours * hourMs).toISOString();
    const isKnown = mayRead || orElse !== undefined || (await hasRecognised(tx, by.userId, entryId, since));
    if (!isKnown) throw notFound('entry', entryId);
    const before = await currentVersion(tx, entryId);
    const subject = { subject: 'entry', subjectId: entryId } as const;
    if (version !== undefined && (version > before || version < (await lastChange(tx, entryId)))) {
      // Users who may hand an entry over without reading it are not shown what others have changed.
      if (!mayRead) return { id: entryId, version: before, conflict: [] };
      // The conflict shows the user personal data that others entered: it counts as a read.
      await record({ ...subject, action: 'read' });
      const { data: conflict } = await historyPage(tx, entryId, { since: version });
      return { id: entryId, version: before, conflict };
    }
    const done = await work(tx, { entry, kept, staff, context }, input);
    if (done === undefined) return { id: entryId, version: before, isUnchanged: true };
    const detail = { act: done.change, changed: changedNames(done) };
    await record({ ...subject, action: 'changed', detail });
    if (kept !== undefined && other !== undefined)
      await record({ ...subject, subjectId: kept.id, action: 'changed', detail: { act: other.act(input) } });
    const { stayed, letters } = done;
    const messages = letters?.map(({ sent: { id }, sendsAt }) => ({ id, sendsAt }));
    return {
      ...{ id: entryId, version: done.version },
      ...(stayed !== undefined && { stayed }),
      ...(messages !== undefined && { messages }),
    };
  });
}

interface LockOptions {
  readonly use: EntryUse;
  /** Whether to return one that was erased. */
  readonly ofErased?: boolean;
  /** Whether to return one that is out of reach. */
  readonly orElse?: (entry: EntryRow) => Promise<boolean>;
}

/**
 * Locks and returns an entry within the user's reach; undefined for one that is unknown, out of reach or limited. Rejects
 * with ERASED for an erased one: the user has a page open that shows it.
 */
export async function lockWithin(
  tx: Transaction,
  { grants }: DeskActor,
  id: number,
  { use, ofErased = false, orElse }: LockOptions,
): Promise<EntryRow | undefined> {
  const entry = await findAndLockEntry(tx, id);
  if (entry === undefined) return undefined;
  const isReached = isWithin(reachOfEntry(grants, use, entry), entry.establishment_id);
  if (!isReached && (await orElse?.(entry)) !== true) return undefined;
  if (entry.restriction === 'erased' && !ofErased) throw erasedEntry(id);
  return isOutOfSight(entry) ? undefined : entry;
}
