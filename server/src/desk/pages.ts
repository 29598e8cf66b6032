import Type from 'typebox';
import type { KeysetPage } from '../store/keyset.ts';
import type { Value } from '../store/statement.ts';
import { ValidationError } from '../validation/validation-error.ts';

/** Returns the cursor of a list: opaque to its clients, and fit for a query. */
function encodeCursor(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Returns what a cursor holds, to be checked by its list; undefined for anything that is not a cursor. */
function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Totals are exact up to this number: counting to 10,000 was most of the time of a list. */
export const maxCounted = 1_000;

const maxPageSize = 100;
const defaultPageSize = 25;

const cursor = Type.Optional(Type.String({ maxLength: 500 }));

/** The query parameters of a list that is read by pages. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize })),
  after: cursor,
  before: cursor,
};

/** How many entries a list has, up to {@link maxCounted}. */
export interface Total {
  readonly count: number;
  /** False when there are more. */
  readonly exact: boolean;
}

/** A page of a list. `next` and `previous`: cursors for `after` and `before`. */
interface Page<Row> {
  readonly data: Row[];
  readonly total: Total;
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * Returns the page that a query asks for. `keyOf` returns the key that a decoded cursor holds, undefined when it is not a
 * cursor of the list. Throws a {@link ValidationError} for such a cursor.
 */
export function requestedPage<Key extends readonly Value[]>(
  query: { readonly limit?: number; readonly after?: string; readonly before?: string },
  keyOf: (value: unknown) => Key | undefined,
): KeysetPage<Key> {
  const { limit = defaultPageSize, after, before } = query;
  if (after !== undefined && before !== undefined)
    throw new ValidationError('before', 'expected none beside after');
  const backwards = before !== undefined;
  const text = after ?? before;
  const from = text === undefined ? undefined : keyOf(decodeCursor(text));
  if (text !== undefined && from === undefined)
    throw new ValidationError(
      backwards ? 'before' : 'after',
      'expected a cursor as this list has answered it',
    );
  return { from, backwards, limit };
}

/**
 * Reads the page that a query asks for, and counts the list. `keyOf` and `cursorOf`: see {@link requestedPage} and {@link
 * pageOf}.
 */
export async function readPage<Key extends readonly Value[], Row>(
  query: Parameters<typeof requestedPage>[0],
  list: {
    readonly keyOf: (value: unknown) => Key | undefined;
    readonly cursorOf: (row: Row) => unknown;
    readonly find: (page: KeysetPage<Key>) => Promise<readonly Row[]>;
    /** Returns how many rows the list has, at most `limit`. */
    readonly count: (limit: number) => Promise<number>;
  },
) {
  const page = requestedPage(query, list.keyOf);
  const rows = await list.find(page);
  return pageOf(rows, page, list.cursorOf, await list.count(maxCounted + 1));
}

/** `keyOf` of lists sorted by id alone. */
export function idKey(value: unknown): readonly [number] | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? [value] : undefined;
}

/**
 * Returns the response for a page. `rows`: as read, in reading order; `cursorOf` returns what the cursor of a row holds.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { from, backwards, limit }: KeysetPage<readonly Value[]>,
  cursorOf: (row: Row) => unknown,
  count: number,
): Page<Row> {
  const more = rows.length > limit;
  const data = rows.slice(0, limit);
  if (backwards) data.reverse();
  const cursorTo = (row: Row | undefined) => (row === undefined ? null : encodeCursor(cursorOf(row)));
  return {
    data,
    total: { count: Math.min(count, maxCounted), exact: count <= maxCounted },
    next: backwards || more ? cursorTo(data.at(-1)) : null,
    previous: (backwards ? more : from !== undefined) ? cursorTo(data[0]) : null,
  };
}
