import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proposals } from './proposals.ts';

describe('proposals for the next call', () => {
  const texts = (date: string, time: string) =>
    proposals({ date, time }).map((one) => `${one.date} ${one.time}`);

  it('begin with the other half of the day, and leave out weekends', () => {
    // A Wednesday morning and afternoon, a Friday, a Saturday, a Tuesday.
    assert.deepEqual(texts('2026-03-04', '09:00'), [
      '2026-03-04 14:00',
      '2026-03-05 10:00',
      '2026-03-11 14:00',
    ]);
    assert.deepEqual(texts('2026-03-04', '15:00'), [
      '2026-03-05 10:00',
      '2026-03-05 14:00',
      '2026-03-11 14:00',
    ]);
    assert.deepEqual(texts('2026-03-06', '16:00')[0], '2026-03-09 10:00');
    assert.deepEqual(texts('2026-03-07', '09:00')[0], '2026-03-09 10:00');
    assert.deepEqual(texts('2026-03-03', '15:00'), ['2026-03-04 10:00', '2026-03-04 14:00']);
  });
});
