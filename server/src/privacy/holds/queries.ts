import { sql } from 'kysely';
import type { Hold } from '../../entries/holds.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';

/** A hold in the list. */
export interface ListedHold extends Hold {
  readonly entryId: number;
  readonly requestId: number | null;
  readonly author: string;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
}

const maxListed = 1_000;

const newest = rawStatement<Record<never, never>, ListedHold>(
  () => sql`
    select id, entry_id as "entryId", kind, reason, until, request_id as "requestId", author, created_at as "createdAt",
      ended_at as "endedAt", ended_by as "endedBy"
    from holds order by case when ended_at is null then 0 else 1 end, until, id limit ${sql.lit(maxListed)}`,
);

/** Returns the holds, those that have not ended first, then by their last day; at most {@link maxListed}. */
export function listHolds(read: Queries): Promise<ListedHold[]> {
  return read.all(newest, {});
}
