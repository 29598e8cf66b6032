import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Appointment } from '../api/responses.ts';
import { halfHoursOf, placesOf, timeOf } from './half-hours.ts';

const blank: Appointment = {
  ...{
    entryId: 1,
    position: 0,
    kind: 'commercial',
    type: null,
    establishmentId: 3,
    zone: 'Europe/Paris',
    date: '2026-03-05',
  },
  ...{ time: null, stage: 'Visite', done: false, outcome: null, person: null, name: null, contactName: null },
  ...{ phone: null, objection: null },
};
const visit = (time: string | null): Appointment => ({ ...blank, time });
const call = (time: string): Appointment => ({ ...blank, time, stage: 'Prise de contact' });

test('a day has the half hours from 8:00 to 19:00, and those of earlier and later appointments', () => {
  const ends = (...all: readonly Appointment[]) => {
    const halfHours = halfHoursOf(all);
    return [halfHours.at(0), halfHours.at(-1)].map((one) => timeOf(one ?? 0));
  };
  assert.deepEqual(ends(), ['08:00', '18:30']);
  assert.deepEqual(ends(visit(null), call('07:15'), visit('18:30')), ['07:00', '19:00']);
});

test('what overlaps stands side by side: a visit takes an hour, a call half of one', () => {
  const places = placesOf([visit('09:00'), call('09:30'), call('10:00'), visit('14:30'), visit(null)]);
  assert.deepEqual(
    places.map(({ from, to, lane, lanes }) => `${timeOf(from)}–${timeOf(to)} ${lane + 1}/${lanes}`),
    ['09:00–10:00 1/2', '09:30–10:00 2/2', '10:00–10:30 1/1', '14:30–15:30 1/1'],
  );
});
