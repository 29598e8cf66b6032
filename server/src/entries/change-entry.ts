import type { Transaction } from '../database/port.ts';
import { statement } from '../database/statement.ts';
import type { EntriesTable, Instant } from '../database/tables.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { changeCounts } from './contact-counts.ts';
import { countedIn, stageOf } from './entry.ts';
import { recordHistory } from './history.ts';

/** Fields by wire name; `null` takes one away. */
export type FieldPatch = Readonly<Record<string, unknown>>;

/** What changes of an entry; what is not named stays. */
export interface EntryPatch {
  readonly establishmentId?: number;
  readonly sejourType?: string;
  readonly comment?: string;
  readonly contactDate?: string;
  readonly fields?: FieldPatch;
  readonly extra?: FieldPatch;
  /** By position; one that is not there yet is added. */
  readonly relations?: ReadonlyMap<number, FieldPatch>;
}

export interface Change {
  /** Who: a staff member's name, or `partner:<slug>`. */
  readonly author: string;
  readonly at: Instant;
  /** What happened, in one word of the history: `updated`, `followup`. */
  readonly change: string;
  /** What the history keeps besides the values that changed. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly patch: EntryPatch;
  /** Whether staff should look at the entry again. */
  readonly flag: boolean;
}

const entryById = statement<{ id: number }>()((db, p, engine) => {
  const query = db
    .selectFrom('entries')
    .select([
      'kind',
      'test',
      'establishment_id',
      'sejour_type',
      'comment',
      'contact_date',
      'fields',
      'extra',
      'flagged',
    ])
    .where('id', '=', p.id);
  return engine === 'postgres' ? query.forUpdate() : query;
});
const relationsOf = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('relations')
    .select(['position', 'fields', 'extra'])
    .where('entry_id', '=', p.entryId)
    .orderBy('position'),
);
const actionsOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('actions').select(['stage', 'author', 'done']).where('entry_id', '=', p.entryId),
);
const updateEntry = statement<{
  id: number;
  establishmentId: number | null;
  sejourType: string | null;
  comment: string | null;
  contactDate: string;
  fields: string;
  extra: string | null;
  flagged: 0 | 1;
}>()((db, p) =>
  db
    .updateTable('entries')
    .set({
      establishment_id: p.establishmentId,
      sejour_type: p.sejourType,
      comment: p.comment,
      contact_date: p.contactDate,
      fields: p.fields,
      extra: p.extra,
      flagged: p.flagged,
    })
    .where('id', '=', p.id),
);
const putRelation = statement<{ entryId: number; position: number; fields: string }>()((db, p) =>
  db
    .insertInto('relations')
    .values({ entry_id: p.entryId, position: p.position, fields: p.fields, extra: null })
    .onConflict((conflict) => conflict.columns(['entry_id', 'position']).doUpdateSet({ fields: p.fields })),
);
const insertPhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.insertInto('entry_phones').values({ key: p.key, entry_id: p.entryId }),
);
const deletePhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.deleteFrom('entry_phones').where('key', '=', p.key).where('entry_id', '=', p.entryId),
);

type Fields = Record<string, unknown>;

/**
 * Changes an entry and everything that follows from it — phone search, statistics, history — in one transaction.
 * Every change to an entry passes here.
 */
export async function changeEntry(tx: Transaction, entryId: number, change: Change): Promise<void> {
  const before = await tx.first(entryById, { id: entryId });
  if (before === undefined) throw new Error(`There is no entry ${entryId}`);
  const relations = new Map(
    (await tx.all(relationsOf, { entryId })).map(({ position, fields }) => [
      position,
      JSON.parse(fields) as Fields,
    ]),
  );
  const { patch } = change;
  const fields = JSON.parse(before.fields) as Fields;
  const newFields = patched(fields, patch.fields);
  const oldExtra = before.extra === null ? {} : (JSON.parse(before.extra) as Fields);
  const newExtra = patched(oldExtra, patch.extra);
  const after = {
    ...before,
    establishment_id: patch.establishmentId ?? before.establishment_id,
    sejour_type: patch.sejourType ?? before.sejour_type,
    comment: patch.comment ?? before.comment,
    contact_date: patch.contactDate ?? before.contact_date,
  };
  await tx.run(updateEntry, {
    id: entryId,
    establishmentId: after.establishment_id,
    sejourType: after.sejour_type,
    comment: after.comment,
    contactDate: after.contact_date,
    fields: JSON.stringify(newFields),
    extra: Object.keys(newExtra).length === 0 ? null : JSON.stringify(newExtra),
    flagged: change.flag ? 1 : before.flagged,
  });
  const newRelations = new Map(relations);
  for (const [position, relationPatch] of patch.relations ?? []) {
    const merged = patched(relations.get(position) ?? {}, relationPatch);
    newRelations.set(position, merged);
    await tx.run(putRelation, { entryId, position, fields: JSON.stringify(merged) });
  }
  await movePhones(tx, entryId, phonesOf(fields, relations), phonesOf(newFields, newRelations));
  await moveCounts(tx, entryId, before, after);
  await recordHistory(tx, {
    entryId,
    at: change.at,
    author: change.author,
    change: change.change,
    detail: {
      ...change.detail,
      ...differences(
        { ...visible(before), ...fields, ...oldExtra },
        { ...visible(after), ...newFields, ...newExtra },
      ),
      ...relationDifferences(relations, newRelations),
    },
  });
}

function patched(fields: Fields, patch: FieldPatch | undefined): Fields {
  const merged: Fields = { ...fields, ...patch };
  for (const key of Object.keys(merged)) if (merged[key] === null) delete merged[key];
  return merged;
}

function phonesOf(fields: Fields, relations: ReadonlyMap<number, Fields>): string[] {
  const typed = [fields, ...relations.values()].flatMap((one) =>
    [one.phoneClient, one.cellphoneClient, one.phone, one.cellphone].filter(
      (phone) => typeof phone === 'string',
    ),
  );
  return distinctPhoneKeys(typed);
}

async function movePhones(
  tx: Transaction,
  entryId: number,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  for (const key of from) if (!to.includes(key)) await tx.run(deletePhone, { key, entryId });
  for (const key of to) if (!from.includes(key)) await tx.run(insertPhone, { key, entryId });
}

type Counted = Pick<EntriesTable, 'kind' | 'test' | 'establishment_id' | 'contact_date'>;

async function moveCounts(tx: Transaction, entryId: number, before: Counted, after: Counted): Promise<void> {
  const from = placeOf(before);
  const to = placeOf(after);
  if (from?.year === to?.year && from?.establishmentId === to?.establishmentId) return;
  const actions = await tx.all(actionsOf, { entryId });
  const hasAction = actions.some(
    (action) => stageOf({ ...action, stage: action.stage as never, done: action.done === 1 }) !== null,
  )
    ? 1
    : 0;
  await changeCounts(tx, [
    ...(from === null ? [] : [{ ...from, total: -1, hasAction: -hasAction }]),
    ...(to === null ? [] : [{ ...to, total: 1, hasAction }]),
  ]);
}

function placeOf({ kind, test, establishment_id: establishmentId, contact_date: contactDate }: Counted) {
  return countedIn({ kind, test: test === 1, establishmentId, contactDate });
}

function visible({
  establishment_id,
  sejour_type,
  comment,
  contact_date,
}: Pick<EntriesTable, 'establishment_id' | 'sejour_type' | 'comment' | 'contact_date'>): Fields {
  return { establishment: establishment_id, sejourType: sejour_type, comment, contactDate: contact_date };
}

/** What differs, as `{ changes: { field: { from, to } } }`. */
function differences(before: Fields, after: Fields): { changes?: Fields } {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].flatMap((key) => {
    const from = ownValue(before, key);
    const to = ownValue(after, key);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[key, { from, to }] as const];
  });
  return changes.length === 0 ? {} : { changes: Object.fromEntries(changes) };
}

/** A field that the contract does not name may be called anything, `__proto__` too. */
function ownValue(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null;
}

function relationDifferences(
  before: ReadonlyMap<number, Fields>,
  after: ReadonlyMap<number, Fields>,
): Fields {
  const relations: Fields = {};
  for (const [position, fields] of after) {
    const { changes } = differences(before.get(position) ?? {}, fields);
    if (changes !== undefined) relations[position] = changes;
  }
  return Object.keys(relations).length === 0 ? {} : { relations };
}
