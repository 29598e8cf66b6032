import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proposals } from './proposals.ts';

describe('proposals for the next call', () => {
  const texts = (date: string, time: string, taken: readonly string[] = []) =>
    proposals({ date, time }, (one) => taken.includes(`${one.date} ${one.time}`)).map(
      (one) => `${one.date} ${one.time}`,
    );

  it('the other half of the day is proposed first, and no weekend', () => {
    // A Wednesday morning and afternoon, a Friday, a Saturday, a Tuesday.
    assert.deepEqual(texts('2026-03-04', '09:00'), [
      '2026-03-04 14:00',
      '2026-03-05 10:00',
      '2026-03-11 14:00',
    ]);
    assert.deepEqual(texts('2026-03-04', '14:30'), [
      '2026-03-05 10:00',
      '2026-03-05 14:00',
      '2026-03-11 14:00',
    ]);
    assert.deepEqual(texts('2026-03-06', '14:00')[0], '2026-03-09 10:00');
    assert.deepEqual(texts('2026-03-07', '09:00')[0], '2026-03-09 10:00');
    assert.deepEqual(texts('2026-03-03', '14:00'), ['2026-03-04 10:00', '2026-03-04 14:00']);
  });

  it('from 15:00 on the same evening is proposed', () => {
    assert.equal(texts('2026-03-04', '15:00')[0], '2026-03-04 17:00');
    assert.equal(texts('2026-03-04', '17:00')[0], '2026-03-04 17:10');
    assert.equal(texts('2026-03-04', '18:00')[0], '2026-03-05 10:00');
    assert.equal(texts('2026-03-07', '15:00')[0], '2026-03-09 10:00');
  });

  it('no public holiday is proposed', () => {
    // Easter Monday; 11 November is a Wednesday.
    assert.equal(texts('2026-04-03', '14:00')[0], '2026-04-07 10:00');
    assert.deepEqual(texts('2026-11-10', '14:00'), [
      '2026-11-12 10:00',
      '2026-11-12 14:00',
      '2026-11-18 14:00',
    ]);
    assert.equal(texts('2026-11-11', '16:00')[0], '2026-11-12 10:00');
  });

  it('a taken moment is replaced by the next free one of that half of the day', () => {
    const taken = ['2026-03-04 14:00', '2026-03-04 14:10', '2026-03-05 10:00'];
    assert.deepEqual(texts('2026-03-04', '09:00', taken).slice(0, 2), [
      '2026-03-04 14:20',
      '2026-03-05 10:10',
    ]);
    const tens = [10, 11].flatMap((hour) => [0, 1, 2, 3, 4, 5].map((ten) => `2026-03-05 ${hour}:${ten}0`));
    assert.deepEqual(texts('2026-03-04', '09:00', [...tens, '2026-03-05 12:00']), [
      '2026-03-04 14:00',
      '2026-03-11 14:00',
    ]);
  });
});
