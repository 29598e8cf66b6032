import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { RuleName } from './rules.ts';

/**
 * The counts of a run as they are stored: what each rule has done, where it has done something, and to how many rows a rule
 * could not be applied.
 */
export type RunCounts = Readonly<Partial<Record<RuleName, number>>> & { readonly failed?: number };
export type RetentionRun = NonNullable<Awaited<ReturnType<typeof lastRun>>>;

/** Returns the newest run; undefined when there was none. It has not finished while it runs, and when it was stopped. */
export async function lastRun(queries: Queries) {
  const row = await queries.first(
    query((db) =>
      db
        .selectFrom('retention_runs')
        .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'counts'])
        .orderBy('id', 'desc')
        .limit(1),
    ),
  );
  if (row === undefined) return undefined;
  const { failed = 0, ...counts }: RunCounts = JSON.parse(row.counts);
  return { ...row, counts, failed };
}
