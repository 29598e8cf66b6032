import { sql } from 'kysely';
import { parisDay } from '../clock.ts';
import { readTargets } from '../follow-up/targets.ts';
import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import { rawStatement } from '../store/statement.ts';
import { callsOf, missedOf } from './calls.ts';
import { isCounted } from './leads.ts';
import { byMonth, type Period } from './period.ts';
import { askedFor, type StatisticsDeps, StatisticsQuery } from './query.ts';

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
async function* visitsOf(
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

/** The last count of `byCalls` stands for this many calls or more. */
const manyCalls = 4;

interface Figures {
  readonly firstCalls: { due: number; inTime: number };
  readonly untilReached: { leads: number; calls: number; byCalls: number[] };
  readonly visits: { due: number; noShows: number };
}

/** How soon families were called, and how they were followed up. */
export const countFollowUp = deskRoute('countFollowUp', 'GET /desk/statistics/follow-up', {
  right: 'statistics.read',
  query: StatisticsQuery,
  async run(deps: StatisticsDeps, input, { reply }) {
    const { period, previous, residences, establishmentId } = await askedFor(deps, input);
    const ids = residences.map(({ id }) => id);
    const now = deps.clock();
    const figuresOf = (days: Period) =>
      readFigures(deps.database.background, days, ids, now, () => reply.raw.destroyed);
    const [current, before] = await Promise.all([figuresOf(period), figuresOf(previous)]);
    return { ...period, establishmentId, current, previous: { ...previous, ...before } };
  },
});

/** Counts a period week by week and month by month. Ends early, unfinished, once the connection is closed. */
async function readFigures(
  read: Queries,
  period: Period,
  ids: readonly number[],
  now: Date,
  isClosed: () => boolean,
): Promise<Figures> {
  const targetOf = await readTargets(read, ids);
  const figures = noFigures();
  for await (const leads of callsOf(read, period, ids, targetOf)) {
    if (isClosed()) break;
    for (const { isInTime, untilReached } of leads) {
      figures.firstCalls.due++;
      if (isInTime) figures.firstCalls.inTime++;
      if (untilReached > 0) {
        const place = Math.min(untilReached, manyCalls) - 1;
        figures.untilReached.leads++;
        figures.untilReached.calls += untilReached;
        figures.untilReached.byCalls[place] = (figures.untilReached.byCalls[place] ?? 0) + 1;
      }
    }
  }
  for await (const missed of missedOf(read, period, ids, targetOf, now)) {
    if (isClosed()) break;
    figures.firstCalls.due += missed;
  }
  for await (const { due, noShows } of visitsOf(read, period, ids, parisDay(now))) {
    if (isClosed()) break;
    figures.visits.due += due;
    figures.visits.noShows += noShows;
  }
  return figures;
}

const noFigures = (): Figures => ({
  firstCalls: { due: 0, inTime: 0 },
  untilReached: { leads: 0, calls: 0, byCalls: Array.from({ length: manyCalls }, () => 0) },
  visits: { due: 0, noShows: 0 },
});
