import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adsTime, isoTime } from './paris-time.ts';

it('an instant is written with the offset that clocks in Paris have then', () => {
  for (const [instant, ads, iso] of [
    ['2026-03-04T09:15:00.000Z', '2026-03-04 10:15:00+0100', '2026-03-04T10:15:00+01:00'],
    ['2026-07-14T22:30:59.999Z', '2026-07-15 00:30:59+0200', '2026-07-15T00:30:59+02:00'],
    // The hour that exists twice.
    ['2026-10-25T00:30:00.000Z', '2026-10-25 02:30:00+0200', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25 02:30:00+0100', '2026-10-25T02:30:00+01:00'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01 00:00:00+0100', '2027-01-01T00:00:00+01:00'],
  ] as const) {
    assert.equal(adsTime(instant), ads);
    assert.equal(isoTime(instant), iso);
  }
});
