import Type, { type TSchema } from 'typebox';
import { orNull } from '../http/desk-answers.ts';
import { Problem } from '../reading/problem.ts';

/** Totals are exact as far as this: counting on would cost more than the list. */
export const mostCounted = 10_000;

const longestPage = 100;
const usualPage = 25;
/** How many rows are asked for: a number that stands in the SQL, so few of them. One more than a page tells whether there are more. */
const sizes = [usualPage + 1, 50 + 1, longestPage + 1] as const;

const cursor = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }));

/** The query of a list that may be long. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longestPage,
      description: `How many, ${usualPage} by default.`,
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
        exact: Type.Boolean({ description: `False when there are more than ${mostCounted}.` }),
      },
      { description: 'How many there are on all pages.' },
    ),
    next: orNull(Type.String({ description: 'For `after`; null on the last page.' })),
    previous: orNull(Type.String({ description: 'For `before`; null on the first page.' })),
  });
}

/** Which rows of a list are wanted. */
export interface Walk<Place> {
  /** Past this row, in the direction of the walk; from the end where it begins when undefined. */
  readonly from: Place | undefined;
  /** Whether the walk goes towards the beginning of the list: its rows come in the opposite order. */
  readonly backwards: boolean;
  /** How many rows to read. */
  readonly size: (typeof sizes)[number];
  /** How many of them a page shows. */
  readonly limit: number;
}

/** The walk that a query asks for. `placeOf` reads a row's place from a cursor; undefined when it is none. */
export function walkOf<Place>(
  query: { readonly limit?: number; readonly after?: string; readonly before?: string },
  placeOf: (value: unknown) => Place | undefined,
): Walk<Place> {
  const { limit = usualPage, after, before } = query;
  if (after !== undefined && before !== undefined) throw new Problem('before', 'expected none beside after');
  const backwards = before !== undefined;
  const text = after ?? before;
  const from = text === undefined ? undefined : placeOf(read(text));
  if (text !== undefined && from === undefined)
    throw new Problem(backwards ? 'before' : 'after', 'expected a cursor as this list has answered it');
  return { from, backwards, limit, size: sizes.find((size) => size > limit) ?? sizes[2] };
}

function read(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** A page of the rows that a walk has found, in the order of the list. `placeOf`: what a cursor says of a row. */
export function pageOf<Row>(
  rows: readonly Row[],
  { from, backwards, limit }: Walk<unknown>,
  placeOf: (row: Row) => unknown,
  counted: number,
): {
  data: Row[];
  total: { count: number; exact: boolean };
  next: string | null;
  previous: string | null;
} {
  const more = rows.length > limit;
  const data = rows.slice(0, limit);
  if (backwards) data.reverse();
  const cursorOf = (row: Row | undefined) =>
    row === undefined ? null : Buffer.from(JSON.stringify(placeOf(row))).toString('base64url');
  return {
    data,
    total: { count: Math.min(counted, mostCounted), exact: counted <= mostCounted },
    next: backwards || more ? cursorOf(data.at(-1)) : null,
    previous: (backwards ? more : from !== undefined) ? cursorOf(data[0]) : null,
  };
}
