import { type RawBuilder, sql } from 'kysely';
import { isNowhere } from '../../access/roles.ts';
import type { Queries } from '../../store/database.ts';
import { countRows, type KeysetList, type KeysetPage, selectPage } from '../../store/keyset.ts';
import { dynamicStatement, type Value } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { isDay } from '../../validation/days.ts';
import { maxCounted, pageOf } from '../pages.ts';
import { conditionsOf, type EntryFilter, hasNext } from './filter.ts';
import { search } from './search.ts';

interface SortColumns {
  readonly id: number;
  readonly contactDate: Day;
  readonly nextDate: Day;
  /** `HH:MM`; actions without a time come last. */
  readonly nextTime: string;
}
type SortColumn = keyof SortColumns;

const columns: Readonly<Record<SortColumn, RawBuilder<unknown>>> = {
  id: sql`e.id`,
  contactDate: sql`e.contact_date`,
  nextDate: sql`e.next_date`,
  nextTime: sql`coalesce(e.next_time, '99:99')`,
};

/** All sort by id in the end, so that the order is total. */
const keys = {
  received: ['id'],
  contactDate: ['contactDate', 'id'],
  nextAction: ['nextDate', 'nextTime', 'id'],
} as const satisfies Readonly<Record<string, readonly SortColumn[]>>;
export const sorts = ['received', 'contactDate', 'nextAction'] as const satisfies (keyof typeof keys)[];
export type Sort = (typeof sorts)[number];

/** An entry of a list: its id, and its values of the columns that the list is sorted by. */
export type Match = Pick<SortColumns, 'id'> & Partial<SortColumns>;

export interface EntryList {
  readonly filter: EntryFilter;
  /** The search text, as typed. */
  readonly q?: string | undefined;
  readonly sort: Sort;
  readonly descending: boolean;
}

/** The entries of a list, as conditions on the table `e`. */
interface Matches {
  readonly all: readonly RawBuilder<unknown>[];
  /** The matches to count: fewer than all when a search matches too many, see {@link search}. */
  readonly counted: readonly RawBuilder<unknown>[];
  readonly isComplete: boolean;
}

/** Returns one page of a list, and how many entries the list has. */
export async function listPage(read: Queries, list: EntryList, page: KeysetPage<readonly Value[]>) {
  const { rows, total } = await readPage(read, list, await matchesOf(read, list), page);
  return { ...pageOf(rows, page, (match) => cursorOf(match, list.sort), total.count), total };
}

/** Returns how many entries a list has, counted as by {@link listPage}, and all their ids in chunks. */
export async function readWholeList(read: Queries, list: EntryList) {
  const matches = await matchesOf(read, list);
  const { rows, total } = await readPage(read, list, matches, chunkAfter(undefined));
  return { total, chunks: chunksOf(read, list, matches, rows) };
}

/** Returns the content of an entry's cursor. */
export function cursorOf(match: Match, sort: Sort): readonly Value[] {
  return [sort, ...sortKeyOf(match, sort)];
}

/** Returns an entry's values of the columns that the list is sorted by. */
export function sortKeyOf(match: Match, sort: Sort): readonly Value[] {
  return keys[sort].map((column) => match[column] ?? null);
}

/** Returns the key in the content of a cursor; undefined unless it is a cursor of this sort. */
export function keyOfCursor(value: unknown, sort: Sort): readonly Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [by, ...key]: readonly unknown[] = value;
  const isKey = by === sort && key.length === keys[sort].length;
  return isKey && keys[sort].every((column, i) => isValueOf(column, key[i])) ? (key as Value[]) : undefined;
}

function isValueOf(column: SortColumn, value: unknown): boolean {
  if (column === 'id') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  return column === 'nextTime' ? /^\d\d:\d\d$/.test(value) : isDay(value);
}

const from = sql`entries e`;

async function matchesOf(read: Queries, { filter, q, sort }: EntryList): Promise<Matches> {
  const conditions = [...conditionsOf(filter, read.dialect), ...(sort === 'nextAction' ? [hasNext] : [])];
  if (q === undefined || isNowhere(filter.reach))
    return { all: conditions, counted: conditions, isComplete: true };
  const { all, newest, isComplete } = await search(read, q);
  return { all: [...conditions, all], counted: [...conditions, newest], isComplete };
}

/**
 * Up to {@link maxCounted} matches are read, counted and sorted in one pass over the index that covers the filters. A
 * longer list is read in its own order, in which a page is found soon.
 */
async function readPage(
  read: Queries,
  list: EntryList,
  { all, counted, isComplete }: Matches,
  page: KeysetPage<readonly Value[]>,
) {
  const matching = { from, conditions: counted };
  const short = await read.all(shortList(matching, list, page));
  const count =
    short[0]?.count ?? (page.from === undefined ? 0 : await countRows(read, matching, maxCounted + 1));
  const exact = isComplete && count <= maxCounted;
  return {
    rows: exact ? short : await read.all(longList(all, list, page)),
    total: { count: Math.min(count, maxCounted), exact },
  };
}

/** Selects the entries of a page by sorting all matches; each row has the number of matches. */
function shortList(
  { from, conditions }: Pick<KeysetList, 'from' | 'conditions'>,
  list: EntryList,
  page: KeysetPage<readonly Value[]>,
) {
  const key = keys[list.sort].map((column) => sql.ref(column));
  const matches = { from: sql`matches`, conditions: [], key, descending: list.descending };
  return dynamicStatement(
    () => sql<Match & { count: number }>`
      with matches as materialized (
        select ${sortColumns(list)} from ${from} where ${sql.join(conditions, sql` and `)}
        limit ${sql.lit(maxCounted + 1)}
      )
      ${selectPage(sql`matches.*, (select count(*) from matches) as count`, matches, page)}`,
  );
}

/** Selects the entries of a page by reading in the order of the list. */
export function longList(
  conditions: readonly RawBuilder<unknown>[],
  list: EntryList,
  page: KeysetPage<readonly Value[]>,
) {
  const key = keys[list.sort].map((column) => columns[column]);
  const sorted = { from, conditions, key, descending: list.descending };
  return dynamicStatement(() => sql<Match>`${selectPage(sortColumns(list), sorted, page)}`);
}

function sortColumns({ sort }: EntryList): RawBuilder<unknown> {
  return sql.join(keys[sort].map((column) => sql`${columns[column]} as ${sql.ref(column)}`));
}

function chunkAfter(from: readonly Value[] | undefined): KeysetPage<readonly Value[]> {
  return { from, backwards: false, limit: maxCounted };
}

async function* chunksOf(
  read: Queries,
  list: EntryList,
  { all }: Matches,
  first: readonly Match[],
): AsyncGenerator<readonly number[]> {
  let rows = first;
  for (;;) {
    const chunk = rows.slice(0, maxCounted);
    yield chunk.map(({ id }) => id);
    const last = chunk.at(-1);
    if (last === undefined || rows.length <= maxCounted) return;
    rows = await read.all(longList(all, list, chunkAfter(sortKeyOf(last, list.sort))));
  }
}
