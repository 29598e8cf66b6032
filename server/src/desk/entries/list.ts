import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { countRows, type KeysetList, type KeysetPage, selectPage } from '../../store/keyset.ts';
import { dynamicStatement, type Value } from '../../store/statement.ts';
import { maxCounted, pageOf } from '../pages.ts';
import { conditionsOf, type EntryFilter } from './filter.ts';
import { isNowhere } from './reach.ts';
import { search } from './search.ts';

/** Both sort by id in the end, so that the order is total. */
export const sorts = ['received', 'contactDate', 'nextAction'] as const;
export type Sort = (typeof sorts)[number];

export interface EntryList {
  readonly filter: EntryFilter;
  /** The search text, as typed. */
  readonly q?: string | undefined;
  readonly sort: Sort;
  readonly descending: boolean;
}

/** An entry in the order of its list. */
export interface Match {
  readonly id: number;
  /** The value that the list is sorted by before the id; null when it is sorted by id alone. */
  readonly sortedBy: string | null;
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

/** Returns how many entries match, {@link maxCounted} at most. */
export function countEntries(read: Queries, filter: EntryFilter): Promise<number> {
  return countRows(read, { from, conditions: conditionsOf(filter, read.dialect) }, maxCounted);
}

/** Returns the content of an entry's cursor. */
export function cursorOf({ id, sortedBy }: Match, sort: Sort): readonly Value[] {
  return sortedBy === null ? [sort, id] : [sort, id, sortedBy];
}

const from = sql`entries e`;
/** Entries without a planned action come last, and those without a time after the others of their day. */
const withNextAction = sql`(
  select entries.*, coalesce(cast(next_date as text), '9999-12-31') || ' ' || coalesce(cast(next_time as text), '99:99') as next_action from entries
) as e`;
const sortColumns: Readonly<Record<Sort, RawBuilder<unknown> | undefined>> = {
  received: undefined,
  contactDate: sql`contact_date`,
  nextAction: sql`next_action`,
};

/** Returns an entry's values of the columns that the list is sorted by. */
export function keyOf({ id, sortedBy }: Match): readonly Value[] {
  return sortedBy === null ? [id] : [sortedBy, id];
}

function keyset({ sort, descending }: EntryList): Pick<KeysetList, 'key' | 'descending'> {
  const column = sortColumns[sort];
  return { key: column === undefined ? [sql`id`] : [column, sql`id`], descending };
}

const sortedIds = ({ sort }: EntryList) => sql`id, ${sortColumns[sort] ?? sql`null`} as "sortedBy"`;
const sortedFrom = ({ sort }: EntryList) => (sort === 'nextAction' ? withNextAction : from);

async function matchesOf(read: Queries, { filter, q }: EntryList): Promise<Matches> {
  const conditions = conditionsOf(filter, read.dialect);
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
  const short = await read.all(shortList(matching, list, page), {});
  const count =
    short[0]?.count ?? (page.from === undefined ? 0 : await countRows(read, matching, maxCounted + 1));
  const exact = isComplete && count <= maxCounted;
  return {
    rows: exact ? short : await read.all(longList(all, list, page), {}),
    total: { count: Math.min(count, maxCounted), exact },
  };
}

/** Selects the entries of a page by sorting all matches; each row has the number of matches. */
function shortList(
  { conditions }: Pick<KeysetList, 'conditions'>,
  list: EntryList,
  page: KeysetPage<readonly Value[]>,
) {
  const columns = sql`${sortedIds(list)}, (select count(*) from matches) as count`;
  const column = sortColumns[list.sort];
  const matches = { from: sql`matches`, conditions: [], ...keyset(list) };
  return dynamicStatement(
    () => sql<Match & { count: number }>`
      with matches as materialized (
        select e.id${column === undefined ? sql`` : sql`, ${column}`} from ${sortedFrom(list)} where ${sql.join(conditions, sql` and `)}
        limit ${sql.lit(maxCounted + 1)}
      )
      ${selectPage(columns, matches, page)}`,
  );
}

/** Selects the entries of a page by reading in the order of the list. */
export function longList(
  conditions: readonly RawBuilder<unknown>[],
  list: EntryList,
  page: KeysetPage<readonly Value[]>,
) {
  const rows = { from: sortedFrom(list), conditions, ...keyset(list) };
  return dynamicStatement(() => sql<Match>`${selectPage(sortedIds(list), rows, page)}`);
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
    rows = await read.all(longList(all, list, chunkAfter(keyOf(last))), {});
  }
}
