import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDay } from '../requests/requests.ts';

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
