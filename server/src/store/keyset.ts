import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { bind, dynamicStatement, type Value } from './statement.ts';

/** Which page of a list to read. A key holds a row's values in the sort columns. */
export interface KeysetPage<Key extends readonly Value[]> {
  /** The page starts after this row, or ends before it when read backwards. Undefined for the first page. */
  readonly from: Key | undefined;
  /** Read from `from` towards the start of the list. Rows are then returned in reverse order. */
  readonly backwards: boolean;
  /** Rows per page. */
  readonly limit: number;
}

export interface KeysetList {
  /** A table, or tables joined. */
  readonly from: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
  /** The sort columns. The last one must be unique. */
  readonly key: readonly RawBuilder<unknown>[];
  readonly descending: boolean;
}

/**
 * Selects the rows of a page, and one more when another page follows. The result can be joined like a table: joins then
 * do not change the order or the index by which the page is found.
 */
export function selectPage(
  columns: RawBuilder<unknown>,
  { from, conditions, key, descending }: KeysetList,
  page: KeysetPage<readonly Value[]>,
): RawBuilder<unknown> {
  const downwards = descending !== page.backwards;
  const direction = downwards ? sql`desc` : sql`asc`;
  const compared = page.from?.map((value) => bind(value));
  const beyond =
    compared === undefined
      ? []
      : [sql`(${sql.join(key)}) ${downwards ? sql`<` : sql`>`} (${sql.join(compared)})`];
  return sql`
    select ${columns} from ${from} where ${all([...conditions, ...beyond])}
    order by ${sql.join(key.map((column) => sql`${column} ${direction}`))}
    limit ${bind(page.limit + 1)}`;
}

/** Returns the number of rows in a list, counting up to `limit`. */
export async function countRows(
  read: Queries,
  { from, conditions }: Pick<KeysetList, 'from' | 'conditions'>,
  limit: number,
): Promise<number> {
  const count = dynamicStatement(
    () => sql<{ count: number }>`
      select count(*) as count
      from (select 1 from ${from} where ${all(conditions)} limit ${bind(limit)}) as counted`,
  );
  return (await read.first(count))?.count ?? 0;
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
