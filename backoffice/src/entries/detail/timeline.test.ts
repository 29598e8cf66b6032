import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Action } from '../../api/responses.ts';
import { admissionOf, hasCome, inOrder, isLate, proposals } from './timeline.ts';

const blank: Action = {
  ...{ position: 0, date: null, time: null, stage: null, comment: null, done: false, outcome: null },
  ...{ author: null, assigneeId: null, assigneeName: null, extra: {} },
};
const now = { date: '2026-03-04', time: '10:00' };

test('planned actions come first, soonest first, then the others, newest first', () => {
  const actions = [
    { date: '2026-03-01', done: true },
    { date: '2026-03-09', time: '10:00' },
    { date: '2026-03-05', outcome: 'cancelled' },
    { date: '2026-03-06', time: '14:30' },
    { date: '2026-03-03', done: true },
  ] as const;
  const all = actions.map((action, position): Action => ({ ...blank, position, ...action }));
  assert.deepEqual(
    inOrder(all).map(({ position }) => position),
    [3, 1, 2, 4, 0],
  );
});

test('a planned action is late once its time is over', () => {
  for (const [date, time, late, come] of [
    ['2026-03-03', null, true, true],
    ['2026-03-04', null, false, true],
    ['2026-03-04', '09:59', true, true],
    ['2026-03-04', '10:00', false, true],
    ['2026-03-04', '10:01', false, false],
    ['2026-03-05', null, false, false],
    [null, null, false, false],
  ] as const) {
    assert.equal(isLate({ ...blank, date, time }, now), late, `${date} ${time}`);
    assert.equal(hasCome({ date, time }, now), come, `${date} ${time}`);
  }
  assert.equal(isLate({ ...blank, date: '2026-03-01', outcome: 'cancelled' }, now), false);
});

test('the admission of a family is the one that is done, or else expected', () => {
  const admission = { ...blank, stage: 'Admission réalisé' } as const;
  const expected = { ...admission, position: 1, date: '2026-04-01' };
  const done = { ...admission, position: 2, done: true };
  assert.equal(admissionOf({ actions: [expected, done] }), done);
  assert.equal(admissionOf({ actions: [blank, expected] }), expected);
  assert.equal(admissionOf({ actions: [blank] }), undefined);
});

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
