import { parisDay } from '../clock.ts';
import type { commercialTypes } from '../contract/enumerations.ts';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { Day, Instant } from '../database/tables.ts';
import { Problem } from '../reading/problem.ts';
import { changeEntry, NoSuchEntry } from './change-entry.ts';
import { isUnanswered } from './complaints.ts';
import type { EntryPatch, FieldPatch } from './entry-patch.ts';

/** Who acts, and when. */
export interface Staff {
  /** The name shown to others, to the caller too. */
  readonly name: string;
  readonly at: Instant;
}

/** What staff may change of an entry in one act; what is not named stays. */
export interface EntryEdit
  extends Pick<EntryPatch, 'sejourType' | 'resultat' | 'motif' | 'comment' | 'relations' | 'actions'> {
  /** How the contact came. */
  readonly type?: (typeof commercialTypes)[number];
  /** The day of the first contact; null: the day on which the entry came. */
  readonly contactDate?: Day | null;
  readonly fields?: FieldPatch;
}

const receptionOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('received_at as receivedAt').where('id', '=', p.id),
);

const answerOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select(['kind', 'type', 'status', 'comment']).where('id', '=', p.id),
);

const suspicionOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('entries').select('suspicion').where('id', '=', p.id),
);

// Any act of staff but reading and assigning makes a new entry processed.
const acted = { status: 'processed' } as const;

/** Notes that staff have dealt with an entry. Rejects with a `Problem` for a complaint that nobody has answered. */
export async function markProcessed(tx: Transaction, entryId: number, staff: Staff): Promise<void> {
  const entry = await tx.first(answerOf, { id: entryId });
  if (entry?.status === 'new' && isUnanswered(entry))
    throw new Problem('comment', 'expected a written answer before a complaint is closed');
  return act(tx, entryId, staff, 'processed', acted);
}

/**
 * Changes what an entry says, its result, its actions (added, planned, done) and the comment that its caller reads, all in one act.
 * A result `realisee` records the admission as an action, unless there is one.
 */
export async function editEntry(
  tx: Transaction,
  entryId: number,
  staff: Staff,
  { contactDate, ...edit }: EntryEdit,
): Promise<void> {
  return act(tx, entryId, staff, 'updated', {
    ...edit,
    ...acted,
    ...(edit.comment !== undefined && { commentBy: staff.name }),
    ...(contactDate !== undefined && {
      contactDate: contactDate ?? (await dayOfReceipt(tx, entryId)),
      fields: { ...edit.fields, dateFirstContact: contactDate },
    }),
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

/**
 * Marks an entry as spam, or not: spam leaves the statistics and the phone check. What was only presumed spam and is
 * none stays as new as it was: nobody has dealt with what it asks.
 */
export async function markSpam(tx: Transaction, entryId: number, staff: Staff, spam: boolean): Promise<void> {
  const presumed = (await tx.first(suspicionOf, { id: entryId }))?.suspicion ?? null;
  return act(tx, entryId, staff, 'spam', { ...(spam || presumed === null ? acted : {}), spam });
}

async function dayOfReceipt(tx: Transaction, id: number): Promise<Day> {
  const entry = await tx.first(receptionOf, { id });
  if (entry === undefined) throw new NoSuchEntry(`There is no entry ${id}`);
  return parisDay(new Date(entry.receivedAt));
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
