import Type, { type Static } from 'typebox';
import { isWithin } from '../access/roles.ts';
import { readSettings } from '../access/settings.ts';
import { parisDay } from '../clock.ts';
import { readTargets } from '../follow-up/targets.ts';
import type { App } from '../http/app-type.ts';
import { reachFor } from '../http/desk-access.ts';
import { deskErrors, orNull } from '../http/desk-answers.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import { actsOf } from './acts.ts';
import { callsOf } from './calls.ts';
import type { DeskStatisticsDeps } from './desk.ts';
import { establishmentId, periodDays } from './desk-answer.ts';
import { leadsOf } from './leads.ts';
import type { Period } from './period.ts';
import { askedFor, StatisticsQuery } from './query.ts';

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
const Person = Type.Object({
  name: Type.String({ description: 'Users of the same name are counted together.' }),
  owned: count('Leads of the period that the person owns.'),
  calls: count('Calls made in the period, answered or not.'),
  visits: count('Visits of the period that took place.'),
  admissions: count('Admissions of the period.'),
  firstCalls,
});

/** The response of `GET /desk/statistics/follow-up`. */
export const FollowUpStatistics = Type.Object({
  ...periodDays,
  establishmentId,
  current: Figures,
  previous: Type.Object(
    { ...periodDays, ...figures },
    { description: 'The same days a year before; of a period that is not over, those up to today.' },
  ),
  people: orNull(
    Type.Array(Person, {
      description:
        'By name: for residences where the user has `statistics.people`; null without any, and unless the setting `statistics.byPerson` is on.',
    }),
  ),
});
type Figures = Static<typeof Figures>;
type Person = Static<typeof Person>;

const users = statement()((db) => db.selectFrom('users').select(['id', 'name']));

/** `GET /desk/statistics/follow-up`: how soon families were called, and how they were followed up. */
export function followUpStatisticsRoute(scope: App, deps: DeskStatisticsDeps): void {
  const { database, clock } = deps;
  scope.get(
    '/desk/statistics/follow-up',
    {
      config: { desk: 'statistics.read' },
      schema: {
        tags: ['Statistics'],
        summary: 'Count how the leads of a period were followed up',
        description:
          'Reads each lead of the period, and of the year before: some seconds where there are hundreds of thousands.',
        querystring: StatisticsQuery,
        response: { 200: FollowUpStatistics, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { period, previous, residences, ...asked } = await askedFor(request, deps);
      const read = database.background;
      const ids = residences.map(({ id }) => id);
      const reach = reachFor(request, 'statistics.people');
      const { 'statistics.byPerson': isOn } = await readSettings(read);
      const shown = isOn ? ids.filter((id) => isWithin(reach, id)) : [];
      const count = (days: Period) =>
        countFollowUp(read, days, { ids, peopleAt: new Set(shown), now: clock() }, () => reply.raw.destroyed);
      const current = await count(period);
      const before = await count(previous);
      return {
        ...period,
        establishmentId: asked.establishmentId,
        current: current.figures,
        previous: { ...previous, ...before.figures },
        people: shown.length === 0 ? null : current.people,
      };
    },
  );
}

interface Scope {
  readonly ids: readonly number[];
  /** The residences of which persons are counted. */
  readonly peopleAt: ReadonlySet<number>;
  readonly now: Date;
}

/** Counts a period lead by lead and month by month. Ends early, unfinished, once the connection is closed. */
async function countFollowUp(
  read: Queries,
  period: Period,
  { ids, peopleAt, now }: Scope,
  isClosed: () => boolean,
): Promise<{ figures: Figures; people: Person[] }> {
  const targetOf = await readTargets(read, ids);
  const names = new Map((await read.all(users, {})).map(({ id, name }) => [id, name]));
  const people = new Map<string, Person>();
  /** Undefined where persons are not counted, and for a name that was erased. */
  const personOf = (name: string | undefined, at: number): Person | undefined => {
    if (name === undefined || name === '' || !peopleAt.has(at)) return undefined;
    const person = people.get(name) ?? newPerson(name);
    people.set(name, person);
    return person;
  };

  const figures = noFigures();
  for await (const leads of leadsOf(read, period, ids)) {
    if (isClosed()) break;
    for (const lead of leads) {
      const { firstCall, untilReached } = callsOf(lead, targetOf(lead.establishmentId), now);
      const owner =
        lead.ownerId === null ? undefined : personOf(names.get(lead.ownerId), lead.establishmentId);
      if (owner !== undefined) owner.owned++;
      if (firstCall !== null) {
        for (const counted of [figures.firstCalls, owner?.firstCalls]) {
          if (counted === undefined) continue;
          counted.due++;
          if (firstCall === 'in-time') counted.inTime++;
        }
      }
      if (untilReached !== null) {
        const place = Math.min(untilReached, manyCalls) - 1;
        figures.untilReached.leads++;
        figures.untilReached.calls += untilReached;
        figures.untilReached.byCalls[place] = (figures.untilReached.byCalls[place] ?? 0) + 1;
      }
    }
  }
  for await (const acts of actsOf(read, period, ids, parisDay(now))) {
    if (isClosed()) break;
    figures.visits.due += acts.visitsDue;
    figures.visits.noShows += acts.noShows;
    const person = personOf(acts.person, acts.establishmentId);
    if (person === undefined) continue;
    person.calls += acts.calls;
    person.visits += acts.visits;
    person.admissions += acts.admissions;
  }
  return {
    figures,
    people: [...people.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'fr')),
  };
}

const noFigures = (): Figures => ({
  firstCalls: { due: 0, inTime: 0 },
  untilReached: { leads: 0, calls: 0, byCalls: Array.from({ length: manyCalls }, () => 0) },
  visits: { due: 0, noShows: 0 },
});

const newPerson = (name: string): Person => ({
  name,
  owned: 0,
  calls: 0,
  visits: 0,
  admissions: 0,
  firstCalls: { due: 0, inTime: 0 },
});
