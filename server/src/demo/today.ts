import { acknowledge } from '../entries/change/staff-acts.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import { applicationOf, leadOf, orientationOf, type SurveyType, surveyOf } from './bodies.ts';
import { at, dayOf, isBefore, type Moment, officeLater } from './chance.ts';
import type { Family } from './people.ts';
import texts from './texts.json' with { type: 'json' };
import { type Act, type Arrival, action, attempt, call, type Drawing, edit } from './year.ts';

/** A family that is the same in every demo: the one that has waited longest at Les Tilleuls. */
const waiting = (family: Family): Family => ({
  contact: {
    ...family.contact,
    ...{ civility: 'contact.civility.mrs', firstName: 'Sylvie', lastName: 'Lemaire' },
    ...{ email: 'sylvie.lemaire@example.org', mobile: '06 39 98 99 08' },
  },
  link: 'Fille',
  elder: { ...family.elder, civility: 'contact.civility.mrs', firstName: 'Jacqueline', lastName: 'Lemaire' },
});

/**
 * What staff of a residence find on the day of `now`, whatever its weekday: visits and calls of today, overdue ones,
 * families to call, one that sleeps, one without a plan, complaints, applications, a partner's requests.
 */
export function arrivalsOfToday(drawing: Drawing, residence: FirstResidence): Arrival[] {
  const { chance, now, population } = drawing;
  let count = 0;
  const sent = (receivedAt: Moment) => ({
    ...{ receivedAt, residence, customId: `today-${residence.id}-${++count}` },
  });
  const arrival = (receivedAt: Moment, entry: NewEntry, acts: readonly Act[] = []): Arrival => ({
    ...{ receivedAt, residence, acts, sent: { entry, isOnline: true } },
  });
  const lead = (days: number, time: string, ...acts: ((receivedAt: Moment) => Act)[]) => {
    const receivedAt = at(now, days, time);
    const isFirst = residence.id === 1 && days === 16;
    const family = isFirst ? waiting(population.family()) : population.family();
    const entry = leadOf(chance, { ...sent(receivedAt), source: 'commercial.type.website', family });
    return arrival(
      receivedAt,
      entry,
      acts.map((act) => act(receivedAt)),
    );
  };
  const survey = (type: SurveyType, days: number, time: string, acts: readonly Act[] = []) => {
    const receivedAt = at(now, days, time);
    return arrival(
      receivedAt,
      surveyOf(chance, { ...sent(receivedAt), type, adult: population.adult() }),
      acts,
    );
  };
  const application = (days: number, time: string) => {
    const receivedAt = at(now, days, time);
    const adult = population.adult();
    return arrival(receivedAt, applicationOf(chance, { ...sent(receivedAt), adult, offer: undefined }));
  };
  const orientation = (
    days: number,
    time: string,
    more: { assigned?: boolean; isOver?: boolean } = {},
  ): Arrival => {
    const receivedAt = at(now, days, time);
    const number = 900_000 + 10 * residence.id + ++count;
    const end = { at: receivedAt.add({ hours: 9 }), reason: chance.one(texts.endings) };
    const request = {
      receivedAt,
      residence,
      number,
      family: population.family(),
      assigned: more.assigned ?? true,
    };
    return {
      receivedAt,
      residence,
      acts: [],
      sent: { message: orientationOf(chance, request), ...(more.isOver && { end }) },
    };
  };
  const reached =
    (comment: string, ...planned: ReturnType<typeof action>[]) =>
    (receivedAt: Moment) => {
      const then = officeLater(receivedAt, 90);
      return edit(then, { actions: [action(then, call, comment), ...planned] });
    };
  const tried = (minutes: number, outcome: 'no-answer' | 'voicemail') => (receivedAt: Moment) =>
    edit(officeLater(receivedAt, minutes), { actions: [attempt(officeLater(receivedAt, minutes), outcome)] });
  const visit = (time: string) => action(at(now, 0, time), 'Visite', 'Visite de la résidence', false);
  const planned = (days: number, time: string) =>
    action(at(now, days, time), call, 'Rappeler la famille', false);
  const asleep = (receivedAt: Moment) => {
    const sleep = { until: dayOf(now.add({ days: 30 })), reason: 'Attend la fin de la rééducation' };
    return edit(officeLater(receivedAt, 100), { sleep });
  };
  const lost = (receivedAt: Moment) =>
    edit(officeLater(receivedAt, 200), {
      ...{ resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.financier' },
    });
  const acknowledged = { at: at(now, 5, '10:00'), run: acknowledge };

  return [
    lead(16, '09:40'),
    lead(12, '15:25'),
    lead(8, '10:12', reached('Famille jointe, souhaite visiter', visit('10:30'))),
    lead(7, '11:02', reached('Famille jointe, souhaite visiter', visit('14:00'))),
    lead(6, '15:20', reached('Famille jointe, souhaite visiter', visit('16:15'))),
    lead(9, '14:40', reached('Tarifs expliqués, dossier envoyé', planned(0, '11:15'))),
    lead(8, '14:10', reached('Tarifs expliqués, dossier envoyé', planned(0, '15:30'))),
    lead(9, '16:05', reached('Famille jointe, compare plusieurs résidences', planned(1, '15:00'))),
    lead(10, '16:05', reached('Famille jointe, compare plusieurs résidences', planned(2, '15:00'))),
    lead(5, '17:20', tried(120, 'no-answer'), tried(360, 'voicemail')),
    lead(1, '18:40'),
    lead(0, thisMorning(now)),
    lead(6, '11:30', reached('Famille jointe, réfléchit')),
    lead(20, '09:50', reached('Famille jointe, hospitalisation en cours'), asleep),
    lead(12, '10:40', reached('Tarifs expliqués, dossier envoyé'), lost),
    survey('survey.type.complaint', 6, '19:10', [acknowledged]),
    survey('survey.type.complaint', 1, '12:25'),
    survey('survey.type.contact', 1, '20:05'),
    survey('survey.type.survey', 2, '21:15'),
    application(3, '08:35'),
    application(1, '13:50'),
    orientation(1, '15:45'),
    orientation(2, '10:20', { isOver: true }),
    orientation(1, '11:05', { assigned: false }),
  ];
}

/** Before opening hours this morning, unless it is that early now. */
function thisMorning(now: Moment): string {
  return isBefore(at(now, 0, '08:47'), now) ? '08:47' : '00:00';
}
