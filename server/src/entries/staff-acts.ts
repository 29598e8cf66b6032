import type { commercialTypes } from '../contract/enumerations.ts';
import type { Transaction } from '../database/port.ts';
import type { Instant } from '../database/tables.ts';
import { changeEntry } from './change-entry.ts';
import type { EntryPatch, FieldPatch } from './entry-patch.ts';

/** Who acts, and when. */
export interface Staff {
  /** The name shown to others, to the caller too. */
  readonly name: string;
  readonly at: Instant;
}

/** What staff may change of an entry in one act; what is not named stays. */
export interface EntryEdit
  extends Pick<
    EntryPatch,
    'sejourType' | 'resultat' | 'motif' | 'comment' | 'contactDate' | 'relations' | 'actions'
  > {
  /** How the contact came. */
  readonly type?: (typeof commercialTypes)[number];
  readonly fields?: FieldPatch;
}

// Any act of staff but reading and assigning makes a new entry processed.
const acted = { status: 'processed' } as const;

/** Notes that staff have dealt with an entry. */
export function markProcessed(tx: Transaction, entryId: number, staff: Staff): Promise<void> {
  return act(tx, entryId, staff, 'processed', acted);
}

/**
 * Changes what an entry says, its result, its actions (added, planned, done) and the comment that its caller reads, all in one act.
 * A result `realisee` records the admission as an action, unless there is one.
 */
export function editEntry(tx: Transaction, entryId: number, staff: Staff, edit: EntryEdit): Promise<void> {
  const { contactDate, fields, comment } = edit;
  return act(tx, entryId, staff, 'updated', {
    ...edit,
    ...acted,
    ...(comment !== undefined && { commentBy: staff.name }),
    ...(contactDate !== undefined && { fields: { ...fields, dateFirstContact: contactDate } }),
  });
}

/** Assigns an entry that waits to a residence, or moves it to another one. It stays as new as it was. */
export function assignEntry(
  tx: Transaction,
  entryId: number,
  staff: Staff,
  establishmentId: number,
): Promise<void> {
  return act(tx, entryId, staff, 'assigned', { establishmentId });
}

/** Takes the flag off an entry: staff have read what is new. It stays as new as it was. */
export function markSeen(tx: Transaction, entryId: number, staff: Staff): Promise<void> {
  return act(tx, entryId, staff, 'seen', { flagged: false });
}

/** Marks an entry as spam, or not: spam leaves the statistics and the phone check. */
export function markSpam(tx: Transaction, entryId: number, staff: Staff, spam: boolean): Promise<void> {
  return act(tx, entryId, staff, 'spam', { ...acted, spam });
}

function act(
  tx: Transaction,
  entryId: number,
  { name: author, at }: Staff,
  change: string,
  patch: EntryPatch,
): Promise<void> {
  return changeEntry(tx, entryId, { author, at, change, patch });
}
