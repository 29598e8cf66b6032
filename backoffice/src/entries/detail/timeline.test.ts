import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../api/responses.ts';
import { admissionOf, hasCome, inOrder, isLate } from './timeline.ts';

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
