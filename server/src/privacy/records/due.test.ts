import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDay } from '../../validation/days.ts';
import { addMonths, dueDay } from './due.ts';

test('a request is due one calendar month later, three when it is extended', () => {
  assert.deepEqual(
    ['2026-01-31', '2028-01-31', '2026-03-31', '2026-12-31', '2026-11-30', '2026-03-04'].map((day) => [
      dueDay(day, false),
      dueDay(day, true),
    ]),
    [
      ['2026-02-28', '2026-04-30'],
      ['2028-02-29', '2028-04-30'],
      ['2026-04-30', '2026-06-30'],
      ['2027-01-31', '2027-03-31'],
      ['2026-12-30', '2027-02-28'],
      ['2026-04-04', '2026-06-04'],
    ],
  );
});

test('months that are added always end on a day that exists, the same day unless the month is shorter', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (from, months) => {
      const to = addMonths(from, months);
      const next = new Date(`${to}T00:00:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      assert.ok(isDay(to));
      assert.ok(to.slice(8) === from.slice(8) || next.getUTCDate() === 1, `${from} + ${months}: ${to}`);
    }),
  );
});
