import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAddress, scopeQuery, type Waiting, whenOf } from './today.ts';

test('a line of the day leads to the list of its block, in its order', () => {
  const addressOf = (...[block, kind, scope]: Parameters<typeof listAddress>) => {
    const { pathname, searchParams } = new URL(listAddress(block, kind, scope), 'http://accueil');
    return [pathname, searchParams.get('filter'), searchParams.get('sort'), searchParams.get('order')].join(
      ' ',
    );
  };
  assert.equal(addressOf('to-call', 'commercial', {}), '/leads {"block":"to-call"} received ASC');
  assert.equal(
    addressOf('late', 'commercial', scopeQuery('me', 3)),
    '/leads {"block":"late","whose":"me","establishmentId":"3"} nextAction ASC',
  );
  assert.equal(
    addressOf('complaints', 'survey', scopeQuery('residences', null)),
    '/surveys/complaints {"block":"complaints","mine":"true"} received ASC',
  );
  assert.equal(
    addressOf('applications', 'postuler', scopeQuery('all', null)),
    '/applications {"block":"applications"} received ASC',
  );
});

test('a row of the day begins with since when a family waits, or when something is planned', () => {
  const row: Waiting = {
    ...{ kind: 'commercial', nextAction: null, lastContact: null, attempts: 0 },
    ...{ receivedAt: '2025-02-28T16:52:00.000Z', late: false, targetMissed: null },
  };
  const visit = { date: '2026-03-04', time: '14:30', stage: 'Visite', comment: null, outcome: null } as const;
  const texts = (one: Waiting, block: Parameters<typeof whenOf>[1]) => {
    const { text, about, isLate } = whenOf(one, block, '2026-03-04', '16:00');
    return [text, about ?? '-', isLate ?? false];
  };
  assert.deepEqual(texts({ ...row, attempts: 2, targetMissed: 'first-call' }, 'to-call'), [
    '28/02/2025',
    '2 tentatives',
    true,
  ]);
  assert.deepEqual(texts({ ...row, nextAction: visit }, 'appointments'), ['14:30', 'Visite', true]);
  assert.deepEqual(texts({ ...row, nextAction: { ...visit, date: '2026-03-03', stage: null } }, 'late'), [
    '03/03 14:30',
    'Appel',
    true,
  ]);
  assert.deepEqual(texts(row, 'unplanned'), ['28/02/2025', 'reçue', false]);
  assert.deepEqual(texts({ ...row, lastContact: '2026-03-01' }, 'unplanned'), [
    '01/03/2026',
    'dernier contact',
    false,
  ]);
});
