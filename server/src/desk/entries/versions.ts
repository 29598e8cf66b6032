import { sql } from 'kysely';
import { readUserNames, type UserNames } from '../../access/authors.ts';
import type { StoredChange } from '../../entries/change/change-entry.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

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
  const names = await readUserNames(read);
  return {
    data: lines.map((line) => ({
      ...line,
      author: names.ofAuthor(line.author),
      detail: shownDetail({ ...line, detail: JSON.parse(line.detail) }, names),
    })),
    next: shown.length < found.length ? first.id : null,
  };
}

type Line = Pick<StoredChange, 'change' | 'detail'>;
interface FromTo<V> {
  readonly from: V;
  readonly to: V;
}
type Action = Readonly<Record<string, unknown>> & { readonly author?: FromTo<string | null> };

/** The owners that a line tells of: not that an entry has lost its owner by another act. */
function ownersIn({ change, detail }: Line): FromTo<number | null> | undefined {
  const { ownerId } = detail as { readonly ownerId?: FromTo<number | null> };
  return change === 'owner' || (change === 'updated' && ownerId?.from === null) ? ownerId : undefined;
}

function shownDetail(line: Line, { ofUser, ofAuthor }: UserNames): HistoryRow['detail'] {
  const owners = ownersIn(line);
  const { actions } = line.detail as { readonly actions?: Readonly<Record<string, Action>> };
  const nameOf = (id: number | null) => (id === null ? null : ofUser(id));
  const shownAction = ({ author, ...others }: Action) =>
    author === undefined
      ? others
      : { ...others, author: { from: ofAuthor(author.from), to: ofAuthor(author.to) } };
  return {
    ...line.detail,
    ...(owners !== undefined && { owner: { from: nameOf(owners.from), to: nameOf(owners.to) } }),
    ...(actions !== undefined && {
      actions: Object.fromEntries(
        Object.entries(actions).map(([position, action]) => [position, shownAction(action)]),
      ),
    }),
  };
}

/** Returns the names of the properties changed by a history line, without their values. */
export function changedNames(line: Line): string[] {
  const { changes, ...others } = line.detail;
  const fields = typeof changes === 'object' && changes !== null ? Object.keys(changes) : [];
  const more = ['relations', 'actions'].filter((name) => name in others);
  return [...new Set([...fields, ...more, ...(ownersIn(line) === undefined ? [] : ['owner'])])];
}
