import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parisDay } from './clock.ts';

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
