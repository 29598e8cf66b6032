import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import type { RuleName } from './rules.ts';

/** A run of the rules. */
export interface RetentionRun {
  readonly id: number;
  readonly startedAt: Instant;
  /** Null while it runs, and when it was stopped. */
  readonly finishedAt: Instant | null;
  /** What each rule has done, where it has done something. */
  readonly counts: Readonly<Partial<Record<RuleName, number>>>;
  /** How many rows a rule could not be applied to; the service's log says why. */
  readonly failed: number;
}

/** As it is stored. */
export type RunCounts = RetentionRun['counts'] & { readonly failed?: number };

const newest = statement()((db) =>
  db
    .selectFrom('retention_runs')
    .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'counts'])
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Returns the newest run; undefined when there was none. */
export async function lastRun(queries: Queries): Promise<RetentionRun | undefined> {
  const row = await queries.first(newest, {});
  if (row === undefined) return undefined;
  const { failed = 0, ...counts }: RunCounts = JSON.parse(row.counts);
  return { ...row, counts, failed };
}
