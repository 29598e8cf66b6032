import type { Selectable } from 'kysely';
import { RequestError } from '../contract/request-error.ts';
import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { EntriesTable } from '../database/tables.ts';
import { isUnanswered } from './complaints.ts';
import type { Fields } from './differences.ts';
import type { EntryPatch } from './entry-patch.ts';

const columns = [
  'id',
  'kind',
  'caller_id',
  'partner_id',
  'custom_id',
  'test',
  'establishment_id',
  'type',
  'sejour_type',
  'resultat',
  'motif',
  'status',
  'comment',
  'comment_by',
  'contact_date',
  'received_at',
  'advertised',
  'announcement_id',
  'fields',
  'extra',
  'flagged',
  'spam',
  'suspicion',
  'duplicate_of',
  'owner_id',
  'sequence',
] as const;

/** An entry's own row, as far as acts and changes need it. */
export type EntryRow = Selectable<Pick<EntriesTable, (typeof columns)[number]>>;

const byId = statement<{ id: number }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('entries').select(columns).where('id', '=', p.id)),
);
const update = statement<{
  id: number;
  kind: EntriesTable['kind'];
  establishmentId: number | null;
  type: string | null;
  sejourType: string | null;
  resultat: string | null;
  motif: string | null;
  stage: string | null;
  status: EntriesTable['status'];
  comment: string | null;
  commentBy: string | null;
  contactDate: string;
  fields: string;
  extra: string | null;
  flagged: 0 | 1;
  spam: 0 | 1;
  suspicion: EntriesTable['suspicion'];
  duplicateOf: number | null;
  ownerId: number | null;
  sequence: number;
}>()((db, p) =>
  db
    .updateTable('entries')
    .set({
      kind: p.kind,
      establishment_id: p.establishmentId,
      type: p.type,
      sejour_type: p.sejourType,
      resultat: p.resultat,
      motif: p.motif,
      stage: p.stage,
      status: p.status,
      comment: p.comment,
      comment_by: p.commentBy,
      contact_date: p.contactDate,
      fields: p.fields,
      extra: p.extra,
      flagged: p.flagged,
      spam: p.spam,
      suspicion: p.suspicion,
      duplicate_of: p.duplicateOf,
      owner_id: p.ownerId,
      sequence: p.sequence,
    })
    .where('id', '=', p.id),
);

/** Reads an entry's row and, on PostgreSQL, locks it until the transaction ends; undefined when there is none. */
export function findAndLockEntry(tx: Transaction, id: number): Promise<EntryRow | undefined> {
  return tx.first(byId, { id });
}

/** Like {@link findAndLockEntry}, but rejects with NOTFOUND when there is none. */
export async function lockEntry(tx: Transaction, id: number): Promise<EntryRow> {
  const entry = await findAndLockEntry(tx, id);
  if (entry === undefined) throw new RequestError('NOTFOUND', `There is no entry ${id}`);
  return entry;
}

/** Stores the row of a changed entry. */
export async function storeRow(tx: Transaction, row: EntryRow & Pick<EntriesTable, 'stage'>): Promise<void> {
  await tx.run(update, {
    id: row.id,
    kind: row.kind,
    establishmentId: row.establishment_id,
    type: row.type,
    sejourType: row.sejour_type,
    resultat: row.resultat,
    motif: row.motif,
    stage: row.stage,
    status: row.status,
    comment: row.comment,
    commentBy: row.comment_by,
    contactDate: row.contact_date,
    fields: row.fields,
    extra: row.extra,
    flagged: row.flagged,
    spam: row.spam,
    suspicion: row.suspicion,
    duplicateOf: row.duplicate_of,
    ownerId: row.owner_id,
    sequence: row.sequence,
  });
}

/** The row after a change. */
export function applyPatch(before: EntryRow, patch: EntryPatch): EntryRow {
  const comment = patch.comment === undefined ? before.comment : patch.comment;
  const establishmentId = patch.establishmentId ?? before.establishment_id;
  return {
    ...before,
    kind: patch.kind ?? before.kind,
    establishment_id: establishmentId,
    type: patch.type ?? before.type,
    sejour_type: patch.sejourType === undefined ? before.sejour_type : patch.sejourType,
    resultat: patch.resultat === undefined ? before.resultat : patch.resultat,
    motif: patch.motif === undefined ? before.motif : patch.motif,
    status: isUnanswered({ ...before, comment }) ? before.status : (patch.status ?? before.status),
    comment,
    comment_by: comment === before.comment ? before.comment_by : (patch.commentBy ?? before.comment_by),
    contact_date: patch.contactDate ?? before.contact_date,
    flagged: patch.flagged === undefined ? before.flagged : flag(patch.flagged),
    spam: patch.spam === undefined ? before.spam : flag(patch.spam),
    // A decision of staff replaces the presumption.
    suspicion: patch.spam === undefined ? before.suspicion : null,
    duplicate_of: patch.duplicateOf === undefined ? before.duplicate_of : patch.duplicateOf,
    owner_id: ownerAfter(before, patch, establishmentId),
  };
}

/** Moving a complaint to another residence takes its owner away. */
function ownerAfter(
  before: EntryRow,
  { ownerId }: EntryPatch,
  establishmentId: number | null,
): number | null {
  if (ownerId !== undefined) return ownerId;
  return establishmentId === before.establishment_id ? before.owner_id : null;
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** The columns whose changes the history keeps, by their names there. */
export function auditableFields(row: EntryRow): Fields {
  return {
    kind: row.kind,
    establishment: row.establishment_id,
    type: row.type,
    sejourType: row.sejour_type,
    resultat: row.resultat,
    motif: row.motif,
    status: row.status,
    comment: row.comment,
    contactDate: row.contact_date,
    spam: row.spam === 1,
    suspicion: row.suspicion,
    duplicateOf: row.duplicate_of,
  };
}
