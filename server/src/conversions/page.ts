import { type RawBuilder, sql } from 'kysely';
import type { Parameters } from '../store/statement.ts';

export type Order = 'oldest first' | 'newest first';

/** A table that is read in slices, in the order of an instant and, where that is the same, of the id. */
export interface Paged {
  readonly table: 'entries' | 'conversions';
  /** Among them the instant, as `as`, and `id`. */
  readonly columns: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly instant: string;
  readonly as: string;
  readonly most: number;
}

/**
 * The rows past a place, `most` at most. Those of the same instant are asked for by themselves: SQLite uses an index for
 * `(instant, id) > (…)` by its first column alone, and would step again and again over what came before. All that one
 * fetch has served has one instant: 300,000 rows took a minute.
 */
export function rowsPast<R>(
  { table, columns, where, instant, as, most }: Paged,
  place: Parameters<{ instant: string; id: number }>,
  order: Order,
): RawBuilder<R> {
  const [past, direction] =
    order === 'oldest first' ? [sql.raw('>'), sql.raw('asc')] : [sql.raw('<'), sql.raw('desc')];
  const at = sql.ref(instant);
  const from = sql`select ${columns} from ${sql.table(table)} where ${where}`;
  const limit = sql`limit ${sql.lit(most)}`;
  return sql<R>`
    select * from (${from} and ${at} = ${place.instant} and id ${past} ${place.id} order by id ${direction} ${limit}) as same
    union all
    select * from (${from} and ${at} ${past} ${place.instant} order by ${at} ${direction}, id ${direction} ${limit}) as other
    order by ${sql.ref(as)} ${direction}, id ${direction} ${limit}`;
}
