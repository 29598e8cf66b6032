import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import { isCounted } from './leads.ts';
import { byMonth, type Period } from './period.ts';

/** What one person did at one residence. */
export interface Acts {
  readonly establishmentId: number;
  /** The name of who did it, or planned what was not done; empty when that was erased. */
  readonly person: string;
  /** Calls, answered or not. */
  readonly calls: number;
  readonly visits: number;
  readonly admissions: number;
  /** Visits that took place, that the family missed, or whose day is over with nothing noted. */
  readonly visitsDue: number;
  readonly noShows: number;
}

const acts = rawStatement<{ from: string; to: string; today: string; ids: string }, Acts>(
  (p, dialect) => sql`
select e.establishment_id as "establishmentId", a.author as person,
  count(*) filter (where a.done = 1 and (a.stage = 'Prise de contact' or (a.stage is null and a.outcome is not null))) as calls,
  count(*) filter (where a.done = 1 and a.stage = 'Visite') as visits,
  count(*) filter (where a.done = 1 and a.stage = 'Admission réalisé') as admissions,
  count(*) filter (where a.stage = 'Visite'
    and (a.done = 1 or a.outcome = 'no-show' or (a.outcome is null and a.date < ${p.today}))) as "visitsDue",
  count(*) filter (where a.stage = 'Visite' and a.outcome = 'no-show') as "noShows"
from actions a ${dialect.joinEach('entries', 'e', sql`e.id = a.entry_id and ${isCounted(p.ids, dialect)}`)}
where a.author is not null and a.author <> 'visitor' and a.date between ${p.from} and ${p.to}
group by e.establishment_id, a.author`,
);

/**
 * Yields what was done on the days of a period, each action on its own day, month by month: no statement holds up the
 * lists of others for long. For `database.background`.
 */
export async function* actsOf(
  read: Queries,
  period: Period,
  establishmentIds: readonly number[],
  today: string,
): AsyncGenerator<Acts> {
  const ids = JSON.stringify(establishmentIds);
  // PostgreSQL returns counts as text.
  for (const month of byMonth(period))
    for (const found of await read.all(acts, { ...month, today, ids }))
      yield {
        establishmentId: found.establishmentId,
        person: found.person,
        calls: Number(found.calls),
        visits: Number(found.visits),
        admissions: Number(found.admissions),
        visitsDue: Number(found.visitsDue),
        noShows: Number(found.noShows),
      };
}
