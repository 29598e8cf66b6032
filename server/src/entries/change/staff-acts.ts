import { parisDay } from '../../clock.ts';
import type { commercialTypes } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { Day, Instant } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import { isUnanswered } from './complaints.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';

/** A member of staff at the time of an act. */
export interface Staff {
  /** Their name, shown to other staff and to the caller. */
  readonly author: string;
  readonly at: Instant;
}

/** The changes that staff may make to an entry in one act. Absent members are left unchanged. */
export interface EntryEdit
  extends Pick<EntryPatch, 'sejourType' | 'resultat' | 'motif' | 'comment' | 'relations' | 'actions'> {
  /** The channel of the contact. */
  readonly type?: (typeof commercialTypes)[number];
  /** The day of the first contact; null: the day on which the entry was received. */
  readonly contactDate?: Day | null;
  readonly fields?: FieldPatch;
}

// Every act on a new entry marks it as processed, except reading and assigning it.
const acted = { status: 'processed' } as const;

/** Marks an entry as processed. Rejects with a `ValidationError` for an unanswered complaint. */
export async function markProcessed(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
): Promise<StoredChange | undefined> {
  if (entry.status === 'new' && isUnanswered(entry))
    throw new ValidationError('comment', 'expected a written answer before a complaint is closed');
  return changeEntry(tx, entry, { ...staff, change: 'processed', patch: acted });
}

/**
 * Changes fields, result, actions (added, planned, done) and the comment shown to the caller, all in one act. The result
 * `realisee` also records the admission as an action, unless there is one already.
 */
export function editEntry(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  { contactDate, ...edit }: EntryEdit,
): Promise<StoredChange | undefined> {
  const patch: EntryPatch = {
    ...edit,
    ...acted,
    ...(edit.comment !== undefined && { commentBy: staff.author }),
    ...(contactDate !== undefined && {
      contactDate: contactDate ?? parisDay(new Date(entry.received_at)),
      fields: { ...edit.fields, dateFirstContact: contactDate },
    }),
  };
  return changeEntry(tx, entry, { ...staff, change: 'updated', patch });
}

/** Assigns a waiting entry to a residence, or moves it to another one. Its status is unchanged. */
export function assignEntry(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  establishmentId: number,
): Promise<StoredChange | undefined> {
  return changeEntry(tx, entry, { ...staff, change: 'assigned', patch: { establishmentId } });
}

/** Clears the flag of an entry: staff have read what is new. Its status is unchanged. */
export function markSeen(tx: Transaction, entry: EntryRow, staff: Staff): Promise<StoredChange | undefined> {
  return changeEntry(tx, entry, { ...staff, change: 'seen', patch: { flagged: false } });
}

/**
 * Marks an entry as spam, or as not spam. Spam leaves the statistics and the phone check. Presumed spam that turns out
 * to be genuine keeps its status, because the request is still open.
 */
export function markSpam(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  spam: boolean,
): Promise<StoredChange | undefined> {
  const isDealtWith = spam || entry.suspicion === null;
  return changeEntry(tx, entry, { ...staff, change: 'spam', patch: { ...(isDealtWith && acted), spam } });
}
