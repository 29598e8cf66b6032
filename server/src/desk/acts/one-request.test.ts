import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('a call with what comes next', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  let sent = 0;
  /** A new lead of residence 5. Returns its path. */
  const lead = async (body: Record<string, unknown> = {}) =>
    `/desk/entries/${await send(service, `lead-${++sent}`, body, 'etablissement/5/commercial/create')}`;
  const entry = async (path: string) => (await desk.get(path)).json();
  const call = { date: '2026-03-04', time: '10:00', stage: 'Prise de contact', outcome: 'reached' };

  it('a call is one request with a plan, with sleep, or with a result', async () => {
    const path = await lead();
    const plan = { date: '2026-03-05', time: '10:00', stage: 'Visite', done: false };
    assert.equal((await desk.patch(path, { actions: [call, plan] })).statusCode, 200);
    assert.equal((await entry(path)).followUp, 'planned');
    const sleep = { until: '2026-09-01', reason: 'Vend sa maison' };
    const asleep = { actions: [{ position: 1, outcome: 'cancelled' }, call], sleep };
    assert.equal((await desk.patch(path, asleep)).statusCode, 200);
    const { followUp, asleepUntil, asleepReason } = await entry(path);
    assert.deepEqual([followUp, asleepUntil, asleepReason], ['asleep', sleep.until, sleep.reason]);
    const closed = { actions: [{ outcome: 'no-answer' }], resultat: 'commercial.resultat.nosuite' };
    assert.equal((await desk.patch(path, closed)).statusCode, 200);
    assert.equal((await entry(path)).followUp, null);
  });

  it('plans: on no past day, for no user who may not change the entry', async () => {
    const elsewhere = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Paul Girard');
    const path = await lead();
    const past = { date: '2026-03-03', stage: 'Visite' };
    const byHand = { establishmentId: 5, type: 'commercial.type.phone', actions: [{ ...past, done: false }] };
    assertFailure(await desk.post('/desk/entries', byHand), 400, 'INVALID', /^date:/);
    await ok(desk.patch(path, { actions: [past] }));
    const given = { ...past, date: '2026-03-09', done: false, assigneeId: elsewhere.userId };
    const admission = { stage: 'Admission réalisé', date: '2027-03-05' };
    for (const [edit, field] of [
      [{ actions: [{ ...past, done: false }] }, /^date: expected today or a later day/],
      [
        { resultat: 'commercial.resultat.realisee', actions: [admission] },
        /^date: expected a day from 1900 to 2027-03-04/,
      ],
      [{ actions: [given] }, /^assigneeId: no user who may change this entry/],
    ] as const)
      assertFailure(await desk.patch(path, edit), 400, 'INVALID', field);
    const here = await signIn(service, [{ role: 'commercial', establishmentId: 5 }], 'Jeanne Petit');
    await ok(desk.patch(path, { actions: [{ ...given, assigneeId: here.userId }] }));
    const { actions, owner } = await entry(path);
    // The lead was nobody's: it becomes hers, and the plan is of its owner.
    assert.deepEqual([actions[1].assigneeId, owner.name], [null, 'Jeanne Petit']);
    const agenda = `/desk/agenda?from=2026-03-09&to=2026-03-09&personId=`;
    const { data } = await ok<{ data: { person: object }[] }>(desk.get(`${agenda}${here.userId}`));
    assert.deepEqual(data[0]?.person, { id: here.userId, name: 'Jeanne Petit' });
    assert.deepEqual((await desk.get(`${agenda}${elsewhere.userId}`)).json().data, []);
  });

  it('unnamed fields are corrected, none is added', async () => {
    const path = await lead({
      animal: 'chat',
      commercialrelations: [{ lastName: 'Carpentier', lien: 'Fille', metier: 'infirmière' }],
    });
    const edit = {
      fields: { GirEstime: 'GIR 3', UniteProtege: true },
      extra: { animal: 'deux chats' },
      relations: [
        { position: 0, extra: { lien: 'Nièce', metier: null } },
        { lastName: 'Petit', extra: { lien: 'Voisin' } },
      ],
    };
    await ok(desk.patch(path, edit));
    const { fields, extra, relations } = await entry(path);
    assert.deepEqual(
      [fields.GirEstime, fields.UniteProtege, extra],
      ['GIR 3', true, { animal: 'deux chats' }],
    );
    assert.deepEqual(
      relations.map((relation: { extra: object }) => relation.extra),
      [{ lien: 'Nièce' }, { lien: 'Voisin' }],
    );
    for (const [wrong, field] of [
      [{ extra: { autre: 'x' } }, /^extra\.autre:/],
      [{ relations: [{ position: 0, extra: { autre: 'x' } }] }, /^relations\[0\]\.extra\.autre:/],
    ] as const)
      assertFailure(await desk.patch(path, wrong), 400, 'INVALID', field);
  });
});
