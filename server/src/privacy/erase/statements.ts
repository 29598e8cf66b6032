import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../store/dialect.ts';
import { rawStatement, type Statement } from '../../store/statement.ts';
import { blanksOf, columnsOf, type Place } from '../places.ts';

/** The places whose rows belong to an entry, and the condition that finds them. */
export const ofEntry: Partial<
  Record<Place, (entryId: RawBuilder<number>, dialect: Dialect) => RawBuilder<unknown>>
> = {
  entries: (entryId) => sql`id = ${entryId}`,
  entry_phones: (entryId) => sql`entry_id = ${entryId}`,
  entry_words: (entryId, { wordsKey }) => sql`${sql.ref(wordsKey)} = ${entryId}`,
  relations: (entryId) => sql`entry_id = ${entryId}`,
  actions: (entryId) => sql`entry_id = ${entryId}`,
  files: (entryId) => sql`entry_id = ${entryId}`,
  orientations: (entryId) => sql`entry_id = ${entryId}`,
  idempotency_keys: (entryId) => sql`entry_id = ${entryId}`,
  history: (entryId) => sql`entry_id = ${entryId}`,
  outbox: (entryId) => sql`entry_id = ${entryId}`,
  holds: (entryId) => sql`entry_id = ${entryId}`,
  attempts: (entryId) => sql`outbox_id in (select id from outbox where entry_id = ${entryId})`,
};
const placesOfEntries = Object.keys(ofEntry) as Place[];

interface PlaceStatements {
  readonly place: Place;
  /** Deletes or blanks the rows of an entry. Undefined where nothing is deleted or blanked. */
  readonly erase: Statement<{ entryId: number }, unknown> | undefined;
}

/** One statement for each place, from the inventory. */
export const erasing: readonly PlaceStatements[] = placesOfEntries.map((place) => ({
  place,
  erase: eraseStatement(place),
}));

function eraseStatement(place: Place): Statement<{ entryId: number }, unknown> | undefined {
  const where = ofEntry[place];
  if (where === undefined) throw new Error(`${place} belongs to no entry`);
  if (columnsOf(place, 'deleted').length > 0)
    return rawStatement(
      (p, dialect) => sql`delete from ${sql.table(place)} where ${where(p.entryId, dialect)}`,
    );
  const values = blanksOf(place).map(([column, blank]) =>
    // An action without stage and author counts as one that a caller sent: an author stays an author.
    column === 'author'
      ? sql`author = case when author is null then null else '' end`
      : sql`${sql.ref(column)} = ${sql.lit(blank)}`,
  );
  if (values.length === 0) return undefined;
  return rawStatement(
    (p, dialect) =>
      sql`update ${sql.table(place)} set ${sql.join(values)} where ${where(p.entryId, dialect)}`,
  );
}

/** Counts the rows of an entry in each place, as `{ place, rows }`. */
export const countRows = rawStatement<{ entryId: number }, { place: Place; rows: number }>((p, dialect) => {
  const counts = placesOfEntries.map(
    (place) =>
      sql`select ${sql.lit(place)} as place, count(*) as rows from ${sql.table(place)} where ${ofEntry[place]?.(p.entryId, dialect)}`,
  );
  return sql`${sql.join(counts, sql` union all `)}`;
});
