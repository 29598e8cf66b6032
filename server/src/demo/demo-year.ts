import { type FirstResidence, firstResidences } from '../residences/first-residences.ts';
import { answerTo } from './answers.ts';
import { applicationBody, applicationsAYear } from './applications.ts';
import { asDate, byTime, type Habit, inParis, isBefore, type Moment, momentsOfTwoYears } from './calendar.ts';
import { type Chance, seededChance } from './chance.ts';
import type { DemoEntry, End } from './demo-entry.ts';
import { residencesOfUsers, residenceToTry } from './demo-users.ts';
import { fullDay, thisMorning } from './full-day.ts';
import { type Announcement, announcementsOf, responders, type StaffMember, staffOf } from './jobs.ts';
import { leadBody, type Source, sources } from './leads.ts';
import { orientationBody } from './orientations.ts';
import { type Family, type People, people } from './people.ts';
import { type StaffWork, untouched, workOn } from './staff-work.ts';
import { type SurveyType, surveyBody, surveysAYear } from './surveys.ts';
import texts from './texts.json' with { type: 'json' };

/** Commercial entries of the last year, those of the placement partner included. */
export const leadsAYear = 2_200;

/** Two years of data for nine residences, with a full day for the users of the demo. */
export interface DemoYear {
  readonly staff: readonly StaffMember[];
  readonly announcements: readonly Announcement[];
  /** Oldest first. */
  readonly arrivals: readonly DemoEntry[];
}

/** Relative demand for each residence, by id. */
const demand = new Map([
  [1, 13],
  [3, 9],
  [4, 12],
  [5, 14],
  [6, 10],
  [7, 8],
  [8, 12],
  [9, 12],
  [10, 10],
]);

/** Share of families that have asked before, at this or another residence. */
const knownFamilyShare = 0.06;
/** Share of the partner's requests of the last fortnight without a residence yet. */
const unassignedShare = 0.25;
/** Share of the partner's requests that it closes itself. */
const endedShare = 0.08;
/** The same for the last days: higher, so that staff find some on their page. */
const endedLatelyShare = 0.9;
const offerShare = 0.85;

/** Two years of fictional data that end at `now`: the same seed and moment give the same data. */
export function demoYear({ seed, now }: { readonly seed: number; readonly now: Date }): DemoYear {
  const chance = seededChance(seed);
  const end = inParis(now);
  const population = people(chance, end);
  const staff = firstResidences.flatMap((residence) => staffOf(chance, population, residence));
  const answering = Map.groupBy(staff, ({ establishmentId }) => establishmentId);
  const announcements: Announcement[] = [];
  for (const residence of firstResidences) {
    announcements.push(...announcementsOf(chance, residence, announcements.length + 1));
  }
  const year: Year = {
    chance,
    now: end,
    population,
    moments: momentsOfTwoYears(end, chance),
    residence: () =>
      chance.weighted(firstResidences.map((residence) => [residence, demand.get(residence.id) ?? 0])),
    responders: (id) => responders(answering.get(id) ?? []),
  };
  const arrivals = [...leads(year), ...surveys(year), ...applications(year, announcements)];
  for (const [i, residence] of residencesOfUsers.entries()) {
    const author = chance.weighted(year.responders(residence.id));
    arrivals.push(
      ...fullDay({ chance, now: end, population, author, firstOrientation: 900_000 + 10 * i }, residence),
    );
  }
  return {
    staff,
    announcements,
    arrivals: arrivals.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
  };
}

/** State shared by the parts of a year. */
interface Year {
  readonly chance: Chance;
  readonly now: Moment;
  readonly population: People;
  /** `count` moments of the last year and fewer of the one before, oldest first. */
  readonly moments: (habit: Habit, count: number) => Moment[];
  readonly residence: () => FirstResidence;
  /** The staff of a residence, by its id: names with weights. */
  readonly responders: (id: number) => (readonly [string, number])[];
}

function leads(year: Year): DemoEntry[] {
  const { chance, now, population } = year;
  const names = Object.keys(sources) as Source[];
  const families: Family[] = [];
  const received = names.flatMap((source) => {
    const { percent, habit } = sources[source];
    return year.moments(habit, (leadsAYear * percent) / 100).map((receivedAt) => ({ source, receivedAt }));
  });
  // Leave one untouched, so that the user finds one to work on whose events go to the site.
  const newest = received.findLast(({ source }) => source === 'commercial.type.website');
  if (newest !== undefined) newest.receivedAt = thisMorning(now);
  // Oldest first, so that numbers increase with time.
  const inOrder = received.sort((a, b) => byTime(a.receivedAt, b.receivedAt));
  return inOrder.map((one, i): DemoEntry => {
    const { source, receivedAt } = one;
    const residence = (one === newest ? residenceToTry : undefined) ?? year.residence();
    const known = families.length > 0 && chance.share(knownFamilyShare);
    const family = known ? chance.one(families.slice(-80)) : population.family();
    families.push(family);
    const lead = { receivedAt, residence, family };
    const workOnStay = (stay: string | undefined) =>
      workOn(chance, {
        receivedAt,
        now,
        inPerson: source === 'commercial.type.phone' || source === 'commercial.type.visite',
        temporary: stay === 'commercial.sejourType.temporaire',
        staff: year.responders(residence.id),
      });
    if (source === 'commercial.type.organisme') {
      const lately = isBefore(now.subtract({ days: 14 }), receivedAt);
      const assigned = !lately || !chance.share(unassignedShare);
      const body = orientationBody(chance, { ...lead, number: i + 1, assigned });
      const work = assigned ? workOnStay(body.TypeAccueilSouhaite) : untouched;
      return {
        kind: 'orientation',
        receivedAt: asDate(receivedAt),
        body,
        work,
        end: endOf(year, receivedAt, work),
      };
    }
    const body = leadBody(chance, { ...lead, source, customId: `lead-${number(i)}` });
    return {
      kind: 'commercial',
      receivedAt: asDate(receivedAt),
      establishmentId: residence.id,
      online: source === 'commercial.type.website',
      body,
      work: one === newest ? untouched : workOnStay(body.sejourType),
    };
  });
}

function endOf({ chance, now }: Year, receivedAt: Moment, work: StaffWork): End | undefined {
  const at = receivedAt.add({ days: chance.integer(1, 10), hours: chance.integer(0, 3) });
  const seen = isBefore(at, now.subtract({ days: 5 }));
  const ended = chance.share(seen ? endedShare : endedLatelyShare);
  if (work.resultat === 'commercial.resultat.realisee' || !isBefore(at, now) || !ended) return undefined;
  return { at: asDate(at), reason: chance.one(texts.endings), seen };
}

function surveys(year: Year): DemoEntry[] {
  const { chance, now, population } = year;
  const types = Object.keys(surveysAYear) as SurveyType[];
  return types.flatMap((type) =>
    year.moments('any hour', surveysAYear[type]).map((receivedAt, i): DemoEntry => {
      const residence = year.residence();
      const customId = `${type.replace('survey.type.', '')}-${number(i)}`;
      return {
        kind: 'survey',
        receivedAt: asDate(receivedAt),
        establishmentId: residence.id,
        body: surveyBody(chance, { type, residence, adult: population.adult(), customId }),
        work: answerTo(chance, type, { receivedAt, now, staff: year.responders(residence.id) }),
      };
    }),
  );
}

function applications(year: Year, announcements: readonly Announcement[]): DemoEntry[] {
  const { chance, now, population } = year;
  return year.moments('any hour', applicationsAYear).map((receivedAt, i): DemoEntry => {
    const announcement = chance.share(offerShare) ? chance.one(announcements) : undefined;
    const establishmentId = announcement?.establishmentId ?? year.residence().id;
    const customId = `application-${number(i)}`;
    const adult = population.adult();
    return {
      kind: 'application',
      receivedAt: asDate(receivedAt),
      establishmentId,
      body: applicationBody(chance, { announcement, establishmentId, adult, customId }),
      work: answerTo(chance, 'application', { receivedAt, now, staff: year.responders(establishmentId) }),
    };
  });
}

function number(i: number): string {
  return String(i + 1).padStart(5, '0');
}
