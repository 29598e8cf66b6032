import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../clock.ts';
import type { Parameters } from '../store/statement.ts';

export type Order = 'oldest first' | 'newest first';

/** How many rows one transaction reads: intake has to wait for it. */
export const chunkSize = 200;

/** A position between rows: the instant and the id of the row before it. */
export type Cursor = { readonly instant: string; readonly id: number };

/** The cursor after a chunk; undefined when it was the last one. */
export function cursorAfter<Row>(rows: readonly Row[], cursorAt: (row: Row) => Cursor): Cursor | undefined {
  const last = rows.at(-1);
  return last === undefined || rows.length < chunkSize ? undefined : cursorAt(last);
}

/** The instant this many days before `now`. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}

/** A table read in pages, ordered by an instant and then by id. */
export interface KeysetQuery {
  readonly table: 'entries' | 'conversions';
  /** Must include `id`, and the instant under the name `as`. */
  readonly columns: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly instant: string;
  readonly as: string;
}

/**
 * Selects the rows after a cursor, at most {@link chunkSize}. The rest of the cursor's own instant is a query of its own: for
 * `(instant, id) > (…)`, SQLite uses only the first column of an index and would scan all earlier rows of that instant
 * again for each page. All conversions served by one fetch share an instant: 300,000 rows took a minute.
 */
export function rowsAfter<R>(
  { table, columns, where, instant, as }: KeysetQuery,
  cursor: Parameters<Cursor>,
  order: Order,
): RawBuilder<R> {
  const [after, direction] =
    order === 'oldest first' ? [sql.raw('>'), sql.raw('asc')] : [sql.raw('<'), sql.raw('desc')];
  const at = sql.ref(instant);
  const from = sql`select ${columns} from ${sql.table(table)} where ${where}`;
  const limited = sql`limit ${sql.lit(chunkSize)}`;
  return sql<R>`
    select * from (${from} and ${at} = ${cursor.instant} and id ${after} ${cursor.id} order by id ${direction} ${limited}) as same
    union all
    select * from (${from} and ${at} ${after} ${cursor.instant} order by ${at} ${direction}, id ${direction} ${limited}) as other
    order by ${sql.ref(as)} ${direction}, id ${direction} ${limited}`;
}
