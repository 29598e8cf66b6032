import { type RawBuilder, sql } from 'kysely';
import { type Fields, isFields, only } from '../../entries/diff.ts';
import { rememberNumber } from '../../entries/erased-numbers.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import type { Dialect } from '../../store/dialect.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import { query, rawStatement } from '../../store/statement.ts';
import { detailsOf, enumeratedChanges, setDetails } from '../history-details.ts';
import { blanksOf, columnsOf, type Place } from '../places.ts';
import { changed } from './store-parts.ts';

const placesOfEntries = [
  'entries',
  'entry_phones',
  'entry_words',
  'relations',
  'actions',
  'files',
  'orientations',
  'idempotency_keys',
  'history',
  'outbox',
  'holds',
  'letters',
  'attempts',
] as const satisfies readonly Place[];

/** The condition that finds an entry's rows in one of these places. */
function isOf(entryId: RawBuilder<number>, place: Place, { wordsKey }: Dialect): RawBuilder<unknown> {
  if (place === 'attempts') return sql`outbox_id in (select id from outbox where entry_id = ${entryId})`;
  const column = place === 'entries' ? 'id' : place === 'entry_words' ? wordsKey : 'entry_id';
  return sql`${sql.ref(column)} = ${entryId}`;
}

/** Statements that delete or blank the rows of an entry in each place, from the inventory. */
export const erasing = placesOfEntries.flatMap((place) => {
  const values = blanksOf(place).map(([column, blank]) =>
    // An action without stage and author counts as one that a caller sent: an author stays an author.
    column === 'author'
      ? sql`author = case when author is null then null else '' end`
      : sql`${sql.ref(column)} = ${sql.lit(blank)}`,
  );
  const isDeleted = columnsOf(place, 'deleted').length > 0;
  if (!isDeleted && values.length === 0) return [];
  const table = sql.table(place);
  const act = isDeleted ? sql`delete from ${table}` : sql`update ${table} set ${sql.join(values)}`;
  return [
    rawStatement<{ entryId: number }, unknown>(
      (p, dialect) => sql`${act} where ${isOf(p.entryId, place, dialect)}`,
    ),
  ];
});

/** Counts the rows of an entry in each place, as `{ place, rows }`. */
export const countRows = rawStatement<{ entryId: number }, { place: Place; rows: number }>((p, dialect) => {
  const counts = placesOfEntries.map(
    (place) =>
      sql`select ${sql.lit(place)} as place, count(*) as rows from ${sql.table(place)} where ${isOf(p.entryId, place, dialect)}`,
  );
  return sql`${sql.join(counts, sql` union all `)}`;
});

/** Erases the personal data of an entry by the inventory. Its partner's number stays known. */
export async function blankEntry(
  tx: Transaction,
  { id: entryId }: Pick<EntryRow, 'id'>,
  context: OperationContext,
): Promise<void> {
  await rememberNumber(tx, entryId, context);
  for (const erase of erasing) await tx.run(erase, { entryId });
  // What staff were to be told by e-mail could no longer be shown to them.
  for (const table of ['notifications', 'deferred_notifications'] as const)
    await tx.run(query((db) => db.deleteFrom(table).where('entry_id', '=', entryId)));
  for (const table of ['notices', 'letters'] as const)
    await tx.run(
      query((db) => db.deleteFrom(table).where('entry_id', '=', entryId).where('state', '=', 'pending')),
    );
  const details = await detailsOf(tx, entryId);
  const rewritten = details.map(({ id, detail }) => ({
    id,
    detail: JSON.stringify(rewriteHistory(JSON.parse(detail))),
  }));
  await setDetails(tx, changed(details, rewritten));
  await rewriteBodies(tx, entryId, rewriteBody);
}

/** Marks an entry as erased, and its deliveries as blanked: an attempt in flight then writes nothing back. */
export async function markErased(
  tx: Transaction,
  { id, sequence }: Pick<EntryRow, 'id' | 'sequence'>,
  now: Date,
): Promise<void> {
  await update(tx, 'entries', id, { restriction: 'erased', flagged: 0, sequence });
  await tx.run(query((db) => db.deleteFrom('pending_erasures').where('entry_id', '=', id)));
  // The `erased` event too: a receiver's response to it may hold personal data.
  await markBlanked(tx, id, now);
}

/** Rewrites the bodies of an entry's deliveries. */
export async function rewriteBodies(
  tx: Transaction,
  entryId: number,
  rewrite: (body: string, isPending: boolean) => string,
) {
  const deliveries = await tx.all(
    query((db) => db.selectFrom('outbox').select(['id', 'body', 'state']).where('entry_id', '=', entryId)),
  );
  for (const { id, body, state } of deliveries)
    await update(tx, 'outbox', id, { body: rewrite(body, state === 'pending') });
}

/** Marks the deliveries of an entry as blanked: an attempt in flight then writes nothing back. */
export async function markBlanked(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const blanked_at = now.toISOString();
  await tx.run(query((db) => db.updateTable('outbox').set({ blanked_at }).where('entry_id', '=', entryId)));
}

const keptActionFields = new Set(['date', 'time', 'stage', 'done']);

/** Returns the detail of a history line with the changes of enumerated values alone. */
export function rewriteHistory({ changes, actions, ...rest }: Fields): Fields {
  const isPlain = (value: unknown) => value === null || !['string', 'object'].includes(typeof value);
  const kept: Record<string, unknown> = only(rest, (_, value) => isPlain(value));
  if (isFields(changes)) kept.changes = only(changes, (name) => enumeratedChanges.has(name));
  if (isFields(actions)) {
    kept.actions = Object.fromEntries(
      Object.entries(actions).map(([position, fields]) => [
        position,
        isFields(fields) ? only(fields, (name) => keptActionFields.has(name)) : {},
      ]),
    );
  }
  return kept;
}

const keptData = new Set(['id', 'customId', 'type']);

/** Returns the body of a webhook with everything in `data` null but the entry's identifiers and type. */
function rewriteBody(body: string): string {
  const { data, ...envelope } = JSON.parse(body) as Fields;
  const blanked = isFields(data)
    ? Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, keptData.has(name) ? value : null]),
      )
    : null;
  return JSON.stringify({ ...envelope, data: blanked });
}
