import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nextSmsTime } from './sms-hours.ts';

it('an SMS leaves from 8 to 20 h in Paris, on no Sunday and no public holiday', () => {
  for (const [at, next] of [
    // Wednesday, in winter.
    ['2026-03-04T09:00:12.345Z', '2026-03-04T09:00:12.345Z'],
    ['2026-03-04T06:59:59.999Z', '2026-03-04T07:00:00.000Z'],
    ['2026-03-04T07:00:00.000Z', '2026-03-04T07:00:00.000Z'],
    ['2026-03-04T18:59:59.999Z', '2026-03-04T18:59:59.999Z'],
    ['2026-03-04T19:00:00.000Z', '2026-03-05T07:00:00.000Z'],
    ['2026-03-04T23:30:00.000Z', '2026-03-05T07:00:00.000Z'],
    // In summer.
    ['2026-07-01T05:59:00.000Z', '2026-07-01T06:00:00.000Z'],
    ['2026-07-01T18:00:00.000Z', '2026-07-02T06:00:00.000Z'],
    // Saturday evening, over the Sunday of each change of the clock.
    ['2026-03-28T19:00:00.000Z', '2026-03-30T06:00:00.000Z'],
    ['2026-10-24T18:00:00.000Z', '2026-10-26T07:00:00.000Z'],
    // Easter, and the two holidays of May and Christmas.
    ['2026-04-04T20:00:00.000Z', '2026-04-07T06:00:00.000Z'],
    ['2026-04-30T20:00:00.000Z', '2026-05-02T06:00:00.000Z'],
    ['2026-12-25T10:00:00.000Z', '2026-12-26T07:00:00.000Z'],
    ['2026-12-31T19:30:00.000Z', '2027-01-02T07:00:00.000Z'],
  ] as const)
    assert.equal(nextSmsTime(new Date(at)).toISOString(), next, at);
});
