import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import { isCounted } from './leads.ts';
import { byMonth, type Period } from './period.ts';

interface Visits {
  /** Those that took place, that the family missed, or whose day is over with nothing noted. */
  readonly due: number;
  readonly noShows: number;
}

const visits = rawStatement<{ from: string; to: string; today: string; ids: readonly number[] }, Visits>(
  (p, dialect) => sql`
select
  count(*) filter (where a.done = 1 or a.outcome = 'no-show' or (a.outcome is null and a.date < ${p.today})) as due,
  count(*) filter (where a.outcome = 'no-show') as "noShows"
from actions a ${dialect.joinEach('entries', 'e', sql`e.id = a.entry_id and ${isCounted(p.ids, dialect)}`)}
where a.stage = 'Visite' and a.author is not null and a.author <> 'visitor' and a.date between ${p.from} and ${p.to}`,
);

/**
 * Yields the visits of a period, each on its own day, month by month: no statement holds up the lists of others for long.
 * For `database.background`.
 */
export async function* visitsOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
  today: string,
): AsyncGenerator<Visits> {
  // PostgreSQL returns counts as text.
  for (const month of byMonth(period))
    for (const { due, noShows } of await read.all(visits, { ...month, today, ids: establishmentIds }))
      yield { due: Number(due), noShows: Number(noShows) };
}
