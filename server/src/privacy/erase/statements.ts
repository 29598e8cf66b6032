import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';
import { rawStatement } from '../../store/statement.ts';
import { blanksOf, columnsOf, type Place } from '../places.ts';

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
  'mails',
  'attempts',
] as const satisfies readonly Place[];

/** The condition that finds an entry's rows in one of these places. */
function isOf(entryId: RawBuilder<number>, place: Place, { wordsKey }: Dialect): RawBuilder<unknown> {
  if (place === 'attempts') return sql`outbox_id in (select id from outbox where entry_id = ${entryId})`;
  // Mails to staff hold nothing of the entry.
  if (place === 'mails') return sql`entry_id = ${entryId} and use is not null`;
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
