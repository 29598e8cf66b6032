import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { auditActions, auditSubjects } from '../../../src/access/audit.ts';
import { auditActionNames, auditSubjectNames } from '../../../src/french/acts.ts';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../../../test/fixtures/service.ts';
import type { EntryFacts } from '../entry-facts.ts';

onOneEngine('what a user has seen', (engine) => {
  let service: TestService;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  it('what a user has seen between two moments is known, with whose data', async ({ signal }) => {
    const curious = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const opened = await send(service, 'opened', {
      ...{ lastNameClient: 'Garnier', firstNameClient: 'Odette' },
      commercialrelations: [{ lastName: 'Durand', firstName: 'Claire' }],
    });
    const unopened = await send(service, 'unopened', { lastNameClient: 'Martin' });
    await ok(curious.get(`/desk/entries/${opened}`));
    // The same page again leaves no further line; what was searched for is in none.
    for (const _ of [1, 2]) await ok(curious.get('/desk/entries?kind=commercial&q=martin'));
    const lines = () =>
      rows<{ detail: string }>(
        service.database,
        `select cast(detail as text) as detail from audit where cast(detail as text) like '%"list"%'`,
      );
    while ((await lines()).length === 0 && !signal.aborted) await setImmediate();
    assert.equal((await lines()).length, 1);
    const [line] = await lines();
    const listed = { list: 'entries', kind: 'commercial', filters: ['q'], ids: [unopened] };
    assert.deepEqual(JSON.parse(line?.detail ?? ''), listed);
    assert.equal((await curious.get('/desk/entries.csv?kind=commercial')).statusCode, 200);
    const { userId } = curious;
    const seen = (since: string, until: string) =>
      ok<{ entries: { id: number; entry: EntryFacts | null }[]; lists: unknown[] }>(
        officer.get(`/desk/privacy/seen?userId=${userId}&since=${since}&until=${until}`),
      );
    const at = '2026-03-04T09:00:00.000Z';
    const day = ['2026-03-04T08:00:00Z', '2026-03-04T10:00:00Z'] as const;
    const found = await seen(...day);
    const entry = found.entries.find(({ id }) => id === opened)?.entry;
    const other = found.entries.find(({ id }) => id === unopened)?.entry;
    assert.deepEqual(
      entry?.persons.map(({ name }) => name),
      ['Odette Garnier', 'Claire Durand'],
    );
    assert.deepEqual(found, {
      entries: [
        { id: unopened, entry: other, acts: ['listed'], first: at, last: at },
        { id: opened, entry, acts: ['read'], first: at, last: at },
      ],
      lists: [{ at, kind: 'commercial', count: 2 }],
      complete: true,
    });
    const file = await officer.get(`/desk/privacy/seen.csv?userId=${userId}&since=${day[0]}&until=${day[1]}`);
    assert.deepEqual(file.body.split('\r\n').slice(1), [
      `${unopened};"Martin";"Vue dans une liste";"${at}";"${at}"`,
      `${opened};"Odette Garnier, Claire Durand";"Lecture";"${at}";"${at}"`,
      `;"Liste exportée : commercial, 2";;"${at}";"${at}"`,
      '',
    ]);
    const acts = await officer.get(`/desk/privacy/users/${userId}/acts.csv`);
    const exported = acts.body.split('\r\n').filter((line) => line.includes('Export'));
    assert.deepEqual(exported, [`"${at}";"Export";"Fiche";;"127.0.0.1"`]);
    assert.ok(acts.body.includes(`"${at}";"Lecture";"Fiche";${opened};"127.0.0.1"\r\n`), acts.body);
    assert.doesNotMatch(acts.body, /martin|Garnier/i);
    assert.equal((await officer.get('/desk/privacy/users/999/acts.csv')).statusCode, 404);
    const { data: named } = await ok<{ data: { id: number; name: string }[] }>(
      officer.get('/desk/privacy/users'),
    );
    assert.ok(named.some(({ id }) => id === userId));
    const none = { entries: [], lists: [], complete: true };
    assert.deepEqual(await seen('2026-03-03T08:00:00Z', '2026-03-03T10:00:00Z'), none);
  });
});

it('acts of the audit trail have French names', () => {
  assert.deepEqual(Object.keys(auditActionNames), [...auditActions]);
  assert.deepEqual(Object.keys(auditSubjectNames), [...auditSubjects]);
});
