import { sql } from 'kysely';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import type { DeskActor } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';

interface Line {
  readonly entryId: number;
  readonly by: string;
  readonly detail: string;
}

// What staff have done since, but for having seen what is new, was done by who received it; so was taking it oneself.
const lines = rawStatement<{ ids: readonly number[]; author: string }, Line>(
  (p, dialect) => sql`
select e.id as "entryId", ${shownAuthor('h.author')} as "by", h.detail
from entries e join history h on h.id = (
  select max(l.id) from history l where l.entry_id = e.id and l.change in ('owner', 'assigned')
)
where ${dialect.idIn('e.id', p.ids)} and h.author like 'user:%' and h.author <> ${p.author}
  and (h.change = 'assigned' or (e.owner_id is not null and h.author <> 'user:' || e.owner_id))
  and not exists (
    select 1 from history l where l.entry_id = e.id and l.id > h.id and l.author like 'user:%'
      and l.change <> 'seen' and (l.author <> h.author or l.change = 'undone')
  )`,
);

/** Returns which of these entries somebody else has given to who works on them now, and nobody has acted on since. */
export async function handedOver(
  read: Queries,
  ids: readonly number[],
  by: DeskActor,
): Promise<ReadonlyMap<number, { readonly by: string; readonly note: string | null }>> {
  if (ids.length === 0) return new Map();
  const found = await read.all(lines, { ids, author: authorOf(by) });
  return new Map(found.map(({ entryId, by: name, detail }) => [entryId, { by: name, note: noteIn(detail) }]));
}

function noteIn(detail: string): string | null {
  const { actions = {} }: { actions?: Readonly<Record<string, { comment?: { to: string | null } }>> } =
    JSON.parse(detail);
  return Object.values(actions).find(({ comment }) => comment !== undefined)?.comment?.to ?? null;
}
