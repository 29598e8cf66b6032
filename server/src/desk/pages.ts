import Type, { type TSchema } from 'typebox';
import { orNull } from '../http/desk-answers.ts';
import type { KeysetPage } from '../store/keyset.ts';
import type { Value } from '../store/statement.ts';
import { ValidationError } from '../validation/validation-error.ts';

/** Totals are exact up to this: counting on would cost more than the list. */
export const maxCounted = 10_000;

const maxPageSize = 100;
const defaultPageSize = 25;

const cursor = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }));

/** The query of a list that may be long. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      description: `How many, ${defaultPageSize} by default.`,
    }),
  ),
  after: cursor('The page that follows: `next` of an answer.'),
  before: cursor('The page before: `previous` of an answer.'),
};

/** The answer of a list that may be long. */
export function Page<T extends TSchema>(row: T) {
  return Type.Object({
    data: Type.Array(row),
    total: Type.Object(
      {
        count: Type.Integer(),
        exact: Type.Boolean({ description: `False when there are more than ${maxCounted}.` }),
      },
      { description: 'How many there are on all pages.' },
    ),
    next: orNull(Type.String({ description: 'For `after`; null on the last page.' })),
    previous: orNull(Type.String({ description: 'For `before`; null on the first page.' })),
  });
}

/** The page that a query asks for. `keyOf` reads a row's key from a cursor; undefined when it holds none. */
export function requestedPage<Key extends readonly Value[]>(
  query: { readonly limit?: number; readonly after?: string; readonly before?: string },
  keyOf: (value: unknown) => Key | undefined,
): KeysetPage<Key> {
  const { limit = defaultPageSize, after, before } = query;
  if (after !== undefined && before !== undefined)
    throw new ValidationError('before', 'expected none beside after');
  const backwards = before !== undefined;
  const text = after ?? before;
  const from = text === undefined ? undefined : keyOf(read(text));
  if (text !== undefined && from === undefined)
    throw new ValidationError(
      backwards ? 'before' : 'after',
      'expected a cursor as this list has answered it',
    );
  return { from, backwards, limit };
}

function read(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The answer for a page, from its rows as they were read and how many rows the list has. `cursorOf`: what a cursor holds. */
export function pageOf<Row>(
  rows: readonly Row[],
  { from, backwards, limit }: KeysetPage<readonly Value[]>,
  cursorOf: (row: Row) => unknown,
  count: number,
): {
  data: Row[];
  total: { count: number; exact: boolean };
  next: string | null;
  previous: string | null;
} {
  const more = rows.length > limit;
  const data = rows.slice(0, limit);
  if (backwards) data.reverse();
  const encoded = (row: Row | undefined) =>
    row === undefined ? null : Buffer.from(JSON.stringify(cursorOf(row))).toString('base64url');
  return {
    data,
    total: { count: Math.min(count, maxCounted), exact: count <= maxCounted },
    next: backwards || more ? encoded(data.at(-1)) : null,
    previous: (backwards ? more : from !== undefined) ? encoded(data[0]) : null,
  };
}
