import { sql } from 'kysely';
import Type from 'typebox';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

export { currentVersion } from '../../entries/change/history.ts';

/** A line of an entry's history. */
export interface HistoryRow {
  readonly id: number;
  readonly at: Instant;
  readonly author: string;
  readonly change: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Limits of a page in lines and bytes: one update by a partner may hold hundreds of KiB. */
const maxLines = 50;
const maxBytes = 512 * 1024;

const sizes = statement<{ entryId: number; since: number; before: number }>()((db, p, dialect) =>
  db
    .selectFrom('history')
    .select(['id', dialect.textBytes('detail').as('bytes')])
    .where('entry_id', '=', p.entryId)
    .where('id', '>', p.since)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxLines + 1)),
);
const between = statement<{ entryId: number; first: number; last: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'at', 'author', 'change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('id', '>=', p.first)
    .where('id', '<=', p.last)
    .orderBy('id', 'desc'),
);

/**
 * Returns the newest lines of an entry's history after the version `since` and before the line `before`: at most
 * {@link maxLines}, and at most {@link maxBytes} of them unless a single line is longer. `next` is the `before` of the next
 * page; null when there are no older lines.
 */
export async function historyPage(
  read: Queries,
  entryId: number,
  {
    since = 0,
    before = Number.MAX_SAFE_INTEGER,
  }: { since?: number | undefined; before?: number | undefined } = {},
): Promise<{ data: HistoryRow[]; next: number | null }> {
  const found = await read.all(sizes, { entryId, since, before });
  let sum = 0;
  const tooLarge = found.findIndex(({ bytes }, i) => {
    sum += Number(bytes);
    return i > 0 && sum > maxBytes;
  });
  const shown = found.slice(0, tooLarge === -1 ? maxLines : Math.min(tooLarge, maxLines));
  const [last] = shown;
  const first = shown.at(-1);
  if (last === undefined || first === undefined) return { data: [], next: null };
  const lines = await read.all(between, { entryId, first: first.id, last: last.id });
  return {
    data: lines.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) })),
    next: shown.length < found.length ? first.id : null,
  };
}

/** Returns the names of the properties changed by a history line, without their values. */
export function changedNames({ changes, ...others }: HistoryRow['detail']): string[] {
  const fields = typeof changes === 'object' && changes !== null ? Object.keys(changes) : [];
  return [...new Set([...fields, ...['relations', 'actions', 'owner'].filter((name) => name in others)])];
}

export const HistoryLine = Type.Object({
  at: Type.String({ description: 'When, in UTC.' }),
  author: Type.String({
    description: 'The name of a member of staff, or `partner:` and the short name of a partner.',
  }),
  change: Type.String({ description: 'What happened, in one word.' }),
  detail: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'What changed, as `{"changes":{"field":{"from","to"}}}`; related persons and actions by position.',
    },
  ),
});
