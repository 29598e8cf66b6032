import type { FirstResidence } from '../residences/first-residences.ts';
import { applicationBody } from './applications.ts';
import { asDate, dayOf, isBefore, type Moment, officeHoursLater, timeOf } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { DemoEntry } from './demo-entry.ts';
import { leadBody } from './leads.ts';
import { orientationBody } from './orientations.ts';
import type { People } from './people.ts';
import { type StaffWork, untouched } from './staff-work.ts';
import { surveyBody } from './surveys.ts';

interface Day {
  readonly chance: Chance;
  readonly now: Moment;
  readonly population: People;
  /** The member of staff who works. */
  readonly author: string;
  /** The number of the partner's first request. */
  readonly firstOrientation: number;
}

type Action = StaffWork['actions'][number];

/**
 * What staff of a residence find on the day of `now`, whatever its weekday: visits and calls of today, overdue ones,
 * families to call back, one that sleeps, one without a plan, complaints, applications, a partner's requests.
 */
export function fullDay(day: Day, residence: FirstResidence): DemoEntry[] {
  const { chance, now, population, author, firstOrientation } = day;
  let count = 0;
  const customId = (kind: string) => `${kind}-jour-${residence.id}-${++count}`;
  const today = (time: string) => at(now, 0, time);
  const note = (
    moment: Moment,
    rest: Pick<Action, 'stage' | 'comment' | 'done'> & Partial<Action>,
  ): Action => ({
    date: dayOf(moment),
    time: timeOf(moment),
    author,
    extra: null,
    ...rest,
  });
  const called = (received: Moment, comment: string) =>
    note(officeHoursLater(received, 1.5), { stage: 'Prise de contact', comment, done: true });
  const planned = (moment: Moment, stage: 'Visite' | 'Prise de contact', comment: string) =>
    note(moment, { stage, comment, done: false });
  const unanswered = (received: Moment, hours: number, outcome: 'no-answer' | 'voicemail') =>
    note(officeHoursLater(received, hours), {
      stage: null,
      comment: outcome === 'voicemail' ? 'Message laissé' : 'Pas de réponse',
      done: true,
      outcome,
    });
  const lead = (
    received: Moment,
    work: (received: Moment) => Partial<StaffWork> = () => untouched,
  ): DemoEntry => ({
    kind: 'commercial',
    receivedAt: asDate(received),
    establishmentId: residence.id,
    online: true,
    body: leadBody(chance, {
      source: 'commercial.type.website',
      receivedAt: received,
      residence,
      family: population.family(),
      customId: customId('lead'),
    }),
    work: { ...untouched, ...work(received) },
  });
  const processed = (...actions: Action[]): Partial<StaffWork> => ({ status: 'processed', actions });
  const survey = (
    type: 'survey.type.complaint' | 'survey.type.contact' | 'survey.type.survey',
    received: Moment,
    work: StaffWork = untouched,
  ): DemoEntry => ({
    kind: 'survey',
    receivedAt: asDate(received),
    establishmentId: residence.id,
    body: surveyBody(chance, { type, residence, adult: population.adult(), customId: customId('avis') }),
    work,
  });
  const application = (received: Moment): DemoEntry => ({
    kind: 'application',
    receivedAt: asDate(received),
    establishmentId: residence.id,
    body: applicationBody(chance, {
      announcement: undefined,
      establishmentId: residence.id,
      adult: population.adult(),
      customId: customId('candidature'),
    }),
    work: untouched,
  });
  const orientation = (received: Moment, i: number): DemoEntry => ({
    kind: 'orientation',
    receivedAt: asDate(received),
    body: orientationBody(chance, {
      number: firstOrientation + i,
      receivedAt: received,
      residence,
      family: population.family(),
      assigned: true,
    }),
    work: untouched,
    end: undefined,
  });

  return [
    ...(['10:30', '14:00', '16:15'] as const).map((time, i) =>
      lead(at(now, 8 - i, '10:12'), (received) =>
        processed(
          called(received, 'Famille jointe, souhaite visiter'),
          planned(today(time), 'Visite', 'Visite de la résidence'),
        ),
      ),
    ),
    ...(['11:15', '15:30'] as const).map((time, i) =>
      lead(at(now, 9 - i, '14:40'), (received) =>
        processed(
          called(received, 'Tarifs expliqués, dossier envoyé'),
          planned(today(time), 'Prise de contact', 'Relancer la famille'),
        ),
      ),
    ),
    ...[1, 2].map((days) =>
      lead(at(now, 8 + days, '16:05'), (received) =>
        processed(
          called(received, 'Famille jointe, compare plusieurs résidences'),
          planned(at(now, days, '15:00'), 'Prise de contact', 'Rappeler la famille'),
        ),
      ),
    ),
    lead(at(now, 5, '17:20'), (received) => ({
      actions: [unanswered(received, 2, 'no-answer'), unanswered(received, 6, 'voicemail')],
    })),
    lead(at(now, 1, '18:40')),
    lead(thisMorning(now)),
    lead(at(now, 6, '11:30'), (received) => processed(called(received, 'Famille jointe, réfléchit'))),
    lead(at(now, 20, '09:50'), (received) => ({
      ...processed(called(received, 'Famille jointe, hospitalisation en cours')),
      sleep: { until: dayOf(now.add({ days: 30 })), reason: 'Attend la fin de la rééducation' },
    })),
    survey('survey.type.complaint', at(now, 6, '19:10'), {
      ...untouched,
      acknowledgedOn: dayOf(at(now, 5, '10:00')),
    }),
    survey('survey.type.complaint', at(now, 1, '12:25')),
    survey('survey.type.contact', at(now, 1, '20:05')),
    survey('survey.type.survey', at(now, 2, '21:15')),
    application(at(now, 3, '08:35')),
    application(at(now, 1, '13:50')),
    orientation(at(now, 1, '15:45'), 0),
    orientation(at(now, 2, '10:20'), 1),
  ];
}

/** The moment at this time, so many days before. */
function at(now: Moment, daysBefore: number, time: string): Moment {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return now.subtract({ days: daysBefore }).with({ hour, minute, second: 0, millisecond: 0 });
}

/** Before opening hours this morning, unless it is that early now. */
export function thisMorning(now: Moment): Moment {
  const early = now.with({ hour: 8, minute: 47, second: 12, millisecond: 0 });
  return isBefore(early, now) ? early : now.subtract({ minutes: 15 });
}
