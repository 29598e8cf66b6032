import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';

/** The reason of an erasure that a person has asked for. Others have the name of their retention rule. */
export const byRequest = 'request';

const reasonOf = statement<{ entryId: number }>()((db, p) =>
  db.selectFrom('pending_erasures').select('reason').where('entry_id', '=', p.entryId),
);
const limiting = rawStatement<{ entryId: number }, { id: number }>(
  (p) => sql`
    select e.id from entries e where e.id = ${p.entryId} and (${isPending(sql`e.id`)}
      or exists (select 1 from holds where entry_id = e.id and kind = 'limitation' and ended_at is null))`,
);

/** A condition: the erasure of the entry with this id is decided, and not done yet. */
export function isPending(entryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select 1 from pending_erasures where entry_id = ${entryId})`;
}

/** Returns why an entry is to be erased; undefined when it is not. */
export async function pendingReason(read: Queries, entryId: number): Promise<string | undefined> {
  return (await read.first(reasonOf, { entryId }))?.reason;
}

/** Whether a limitation of an entry is open, or its erasure pending. */
export async function isLimited(read: Queries, entryId: number): Promise<boolean> {
  return (await read.first(limiting, { entryId })) !== undefined;
}
