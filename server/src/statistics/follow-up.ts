import Type, { type Static } from 'typebox';
import { parisDay } from '../clock.ts';
import { readTargets } from '../follow-up/targets.ts';
import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import { callsOf, missedOf } from './calls.ts';
import { establishmentId, periodDays } from './desk-answer.ts';
import type { Period } from './period.ts';
import { askedFor, type StatisticsDeps, StatisticsQuery } from './query.ts';
import { visitsOf } from './visits.ts';

/** The last count of `byCalls` stands for this many calls or more. */
const manyCalls = 4;

const count = (description: string) => Type.Integer({ description });

const firstCalls = Type.Object(
  {
    due: count('Leads that were called, and those that have missed the target because they were not.'),
    inTime: count('Those of them whose first call came within the target of the residence.'),
  },
  { description: 'Of leads that a site or a partner has sent. An attempt without an answer is a call.' },
);
const figures = {
  firstCalls,
  untilReached: Type.Object(
    {
      leads: count('Leads whose family was reached.'),
      calls: count('All calls until then, those that reached a family included.'),
      byCalls: Type.Array(Type.Integer(), {
        description: `Leads by the number of calls: 1, 2, 3, ${manyCalls} or more.`,
      }),
    },
    { description: 'Of leads that a site or a partner has sent.' },
  ),
  visits: Type.Object(
    {
      due: count('That took place, that the family missed, or whose day is over with nothing noted.'),
      noShows: count('That the family missed.'),
    },
    { description: 'Visits of the days of the period, but for those cancelled.' },
  ),
};
const Figures = Type.Object(figures);
const FollowUpStatistics = Type.Object({
  ...periodDays,
  establishmentId,
  current: Figures,
  previous: Type.Object(
    { ...periodDays, ...figures },
    { description: 'The same days a year before; of a period that is not over, those up to today.' },
  ),
});
type Figures = Static<typeof Figures>;

/** How soon families were called, and how they were followed up. */
export const countFollowUp = deskRoute('countFollowUp', 'GET /desk/statistics/follow-up', {
  right: 'statistics.read',
  tag: 'Statistics',
  summary: 'Count how the leads of a period were followed up',
  description:
    'Reads each lead of the period, and of the year before: a second or two where there are hundreds of thousands.',
  query: StatisticsQuery,
  answer: FollowUpStatistics,
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
