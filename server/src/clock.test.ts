import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantIn, parisDay } from './clock.ts';
import { zoneOf } from './working-hours/holidays.ts';

test('the day in Paris changes at midnight there, in winter and in summer', () => {
  for (const [instant, day] of [
    ['2026-01-14T22:59:59.999Z', '2026-01-14'],
    ['2026-01-14T23:00:00.000Z', '2026-01-15'],
    ['2026-07-14T21:59:59.999Z', '2026-07-14'],
    ['2026-07-14T22:00:00.000Z', '2026-07-15'],
    // The last day of summer time has 25 hours, the first has 23.
    ['2026-10-24T21:59:59.999Z', '2026-10-24'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
    ['2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2027-12-31T22:59:59.999Z', '2027-12-31'],
    ['2027-12-31T23:00:00.000Z', '2028-01-01'],
    ['2028-02-28T23:00:00.000Z', '2028-02-29'],
  ] as const) {
    assert.equal(parisDay(new Date(instant)), day, instant);
  }
});

test('the day is the same whatever was asked before', () => {
  const noon = new Date('2026-03-04T12:00:00.000Z');
  for (const hours of [0, 20, -20, 0, 12, -13, 0]) {
    const instant = new Date(noon.getTime() + hours * 3_600_000);
    const paris = new Date(instant.getTime() + 3_600_000).toISOString().slice(0, 10);
    assert.equal(parisDay(instant), paris);
    assert.equal(parisDay(noon), '2026-03-04');
  }
});
test('a day and a time are an instant, by the clocks of the postal code', () => {
  for (const [postalCode, day, time, instant] of [
    ['75008', '2026-03-04', '10:15', '2026-03-04T09:15:00.000Z'],
    [undefined, '2026-07-14', '00:30', '2026-07-13T22:30:00.000Z'],
    ['', '2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    // The first of the two, and the hours around both; Monaco and Corsica too.
    ['98000', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['20000', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    // The hour that spring leaves out.
    ['09700', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['75008', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['97', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    // Overseas there is no summer time, but at Saint-Pierre-et-Miquelon.
    ['97110', '2026-07-10', '14:30', '2026-07-10T18:30:00.000Z'],
    ['97200', '2026-12-10', '14:30', '2026-12-10T18:30:00.000Z'],
    ['97300', '2026-12-10', '14:30', '2026-12-10T17:30:00.000Z'],
    ['97400', '2026-12-10', '14:30', '2026-12-10T10:30:00.000Z'],
    ['97400', '2026-03-29', '02:30', '2026-03-28T22:30:00.000Z'],
    ['97500', '2026-12-10', '14:30', '2026-12-10T17:30:00.000Z'],
    ['97500', '2026-07-10', '14:30', '2026-07-10T16:30:00.000Z'],
    ['97600', '2026-12-10', '14:30', '2026-12-10T11:30:00.000Z'],
    ['97700', '2026-12-10', '14:30', '2026-12-10T18:30:00.000Z'],
    ['97800', '2026-12-10', '14:30', '2026-12-10T18:30:00.000Z'],
    ['98413', '2026-12-10', '14:30', '2026-12-10T09:30:00.000Z'],
    ['98600', '2026-12-10', '14:30', '2026-12-10T02:30:00.000Z'],
    ['98714', '2026-12-10', '14:30', '2026-12-11T00:30:00.000Z'],
    ['98800', '2026-12-10', '14:30', '2026-12-10T03:30:00.000Z'],
  ] as const)
    assert.equal(
      instantIn(zoneOf(postalCode), day, time).toISOString(),
      instant,
      `${postalCode} ${day} ${time}`,
    );
});
