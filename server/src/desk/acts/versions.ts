import { sql } from '#kysely';
import Type from '#typebox';
import type { Queries } from '../../database/port.ts';
import { statement } from '../../database/statement.ts';
import type { Instant } from '../../database/tables.ts';

/** A line of an entry's history. */
export interface Line {
  readonly id: number;
  readonly at: Instant;
  readonly author: string;
  readonly change: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Longest list of changes in the answer to a conflict. */
const mostLines = 100;

const newest = statement<{ entryId: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select('id')
    .where('entry_id', '=', p.entryId)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);
const newer = statement<{ entryId: number; version: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['id', 'at', 'author', 'change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('id', '>', p.version)
    .orderBy('id', 'desc')
    .limit(sql.lit(mostLines)),
);

/** The version of an entry: the id of its newest history line, 0 before there is any. */
export async function newestLine(read: Queries, entryId: number): Promise<number> {
  return (await read.first(newest, { entryId }))?.id ?? 0;
}

/** What has happened to an entry since a version, newest first, at most {@link mostLines}. */
export async function linesSince(read: Queries, entryId: number, version: number): Promise<Line[]> {
  const lines = await read.all(newer, { entryId, version });
  return lines.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) }));
}

/** The names of what changed, never the values. */
export function changedNames(lines: readonly Line[]): string[] {
  const names = lines.flatMap(({ detail: { changes, ...others } }) => [
    ...(typeof changes === 'object' && changes !== null ? Object.keys(changes) : []),
    ...['relations', 'actions', 'owner'].filter((name) => name in others),
  ]);
  return [...new Set(names)];
}

/** A line of history, in an answer. */
export const HistoryLine = Type.Object({
  at: Type.String({ description: 'When, in UTC.' }),
  author: Type.String({
    description: 'Who: the name of a member of staff, or `partner:` and its short name.',
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
