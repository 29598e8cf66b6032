import type { ApplicationBody } from '../contract/application.ts';
import type { CommercialBody } from '../contract/commercial.ts';
import type { OrientationBody } from '../contract/orientation.ts';
import type { SurveyBody } from '../contract/survey.ts';
import { type FirstResidence, firstResidences } from '../residences/first-residences.ts';
import { answerTo } from './answers.ts';
import { applicationBody, applicationsAYear } from './applications.ts';
import { asDate, type Habit, inParis, inTime, isBefore, type Moment, momentsBefore } from './calendar.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Announcement, announcementsOf, type StaffMember, staffOf, whoAnswers } from './jobs.ts';
import { leadBody, type Sent, type Source, sources } from './leads.ts';
import { orientationBody, reasonToEnd } from './orientations.ts';
import { type Family, type People, people } from './people.ts';
import { type StaffWork, untouched, workOn } from './staff-work.ts';
import { type SurveyType, surveyBody, surveysAYear } from './surveys.ts';

/** Commercial entries, those of the placement partner included. */
export const leadsAYear = 2_200;

/** Something that reached a residence, and what staff have made of it. */
export type Arrival = { readonly receivedAt: Date; readonly work: StaffWork } & (
  | {
      readonly kind: 'commercial';
      readonly establishmentId: number;
      /** Sent by the website; otherwise staff wrote it down. */
      readonly online: boolean;
      readonly body: Sent<CommercialBody>;
    }
  | { readonly kind: 'orientation'; readonly body: OrientationBody; readonly end: End | undefined }
  | { readonly kind: 'survey'; readonly establishmentId: number; readonly body: Sent<SurveyBody> }
  | { readonly kind: 'application'; readonly establishmentId: number; readonly body: ApplicationBody }
);

/** The partner says that its request is over. */
export interface End {
  readonly at: Date;
  readonly reason: string;
  /** Whether staff have seen it. */
  readonly seen: boolean;
}

/** La Roseraie, where somebody who signs in to the demo calls families back. */
const residenceToTry = firstResidences.find(({ id }) => id === 5);

/** A year of nine residences. */
export interface DemoYear {
  readonly staff: readonly StaffMember[];
  readonly announcements: readonly Announcement[];
  /** Oldest first. */
  readonly arrivals: readonly Arrival[];
}

/** How much the residences are asked for, by id. */
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

/** Of the families, those that have asked before: another residence, or the same one again. */
const knownFamilyShare = 0.06;
/** Of the partner's requests of the last fortnight, those that name no residence yet. */
const unassignedShare = 0.25;
/** Of the partner's requests, those that it ends itself. */
const endedShare = 0.08;
/** The same of the last days: staff are to find some on their page. */
const endedLatelyShare = 0.9;
const offerShare = 0.85;

/** A year of demo data that ends at `now`: the same seed and moment give the same year. Nobody in it exists. */
export function demoYear({ seed, now }: { readonly seed: number; readonly now: Date }): DemoYear {
  const chance = chanceOf(seed);
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
    moments: momentsBefore(end, chance),
    residence: () =>
      chance.weighted(firstResidences.map((residence) => [residence, demand.get(residence.id) ?? 0])),
    whoAnswers: (id) => whoAnswers(answering.get(id) ?? []),
  };
  const arrivals = [...leads(year), ...surveys(year), ...applications(year, announcements)];
  return {
    staff,
    announcements,
    arrivals: arrivals.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
  };
}

/** What the parts of a year share. */
interface Year {
  readonly chance: Chance;
  readonly now: Moment;
  readonly population: People;
  /** So many of the year, oldest first. */
  readonly moments: (habit: Habit, count: number) => Moment[];
  readonly residence: () => FirstResidence;
  /** Of a residence, by its id: names, each with its weight. */
  readonly whoAnswers: (id: number) => (readonly [string, number])[];
}

function leads(year: Year): Arrival[] {
  const { chance, now, population } = year;
  const names = Object.keys(sources) as Source[];
  const families: Family[] = [];
  const received = names.flatMap((source) => {
    const { percent, habit } = sources[source];
    return year.moments(habit, (leadsAYear * percent) / 100).map((receivedAt) => ({ source, receivedAt }));
  });
  // Whoever tries the demo is to find one that nobody has seen to, and of which the site is told.
  const newest = received.findLast(({ source }) => source === 'commercial.type.website');
  if (newest !== undefined) newest.receivedAt = thisMorning(now);
  // Oldest first: numbers grow with time.
  const inOrder = received.sort((a, b) => inTime(a.receivedAt, b.receivedAt));
  return inOrder.map((one, i): Arrival => {
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
        staff: year.whoAnswers(residence.id),
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

/** Before anybody was there, unless it is as early as that now. */
function thisMorning(now: Moment): Moment {
  const early = now.with({ hour: 8, minute: 47, second: 12, millisecond: 0 });
  return isBefore(early, now) ? early : now.subtract({ minutes: 15 });
}

function endOf({ chance, now }: Year, receivedAt: Moment, work: StaffWork): End | undefined {
  const at = receivedAt.add({ days: chance.integer(1, 10), hours: chance.integer(0, 3) });
  const seen = isBefore(at, now.subtract({ days: 5 }));
  const ended = chance.share(seen ? endedShare : endedLatelyShare);
  if (work.resultat === 'commercial.resultat.realisee' || !isBefore(at, now) || !ended) return undefined;
  return { at: asDate(at), reason: reasonToEnd(chance), seen };
}

function surveys(year: Year): Arrival[] {
  const { chance, now, population } = year;
  const types = Object.keys(surveysAYear) as SurveyType[];
  return types.flatMap((type) =>
    year.moments('any hour', surveysAYear[type]).map((receivedAt, i): Arrival => {
      const residence = year.residence();
      const customId = `${type.replace('survey.type.', '')}-${number(i)}`;
      return {
        kind: 'survey',
        receivedAt: asDate(receivedAt),
        establishmentId: residence.id,
        body: surveyBody(chance, { type, residence, adult: population.adult(), customId }),
        work: answerTo(chance, type, { receivedAt, now, staff: year.whoAnswers(residence.id) }),
      };
    }),
  );
}

function applications(year: Year, announcements: readonly Announcement[]): Arrival[] {
  const { chance, now, population } = year;
  return year.moments('any hour', applicationsAYear).map((receivedAt, i): Arrival => {
    const announcement = chance.share(offerShare) ? chance.one(announcements) : undefined;
    const establishmentId = announcement?.establishmentId ?? year.residence().id;
    const customId = `application-${number(i)}`;
    const adult = population.adult();
    return {
      kind: 'application',
      receivedAt: asDate(receivedAt),
      establishmentId,
      body: applicationBody(chance, { announcement, establishmentId, adult, customId }),
      work: answerTo(chance, 'application', { receivedAt, now, staff: year.whoAnswers(establishmentId) }),
    };
  });
}

function number(i: number): string {
  return String(i + 1).padStart(5, '0');
}
