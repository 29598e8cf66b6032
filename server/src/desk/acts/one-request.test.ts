import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('a call with what comes next', (engine) => {
  async function leadOf(service: TestService, more: Record<string, unknown> = {}): Promise<void> {
    await ok(
      service.post(`/fr/etablissement/5/commercial/create?${service.query}`, {
        lastNameClient: 'Meunier',
        ...more,
      }),
    );
  }
  const entry = async (desk: Desk) => (await desk.get('/desk/entries/1')).json();
  const call = { date: '2026-03-04', time: '10:00', stage: 'Prise de contact', outcome: 'reached' };

  it('is one request: with a plan, with sleep, or with a result', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    await leadOf(service);
    const plan = { date: '2026-03-05', time: '10:00', stage: 'Visite', done: false };
    assert.equal((await desk.patch('/desk/entries/1', { actions: [call, plan] })).statusCode, 200);
    assert.equal((await entry(desk)).followUp, 'planned');
    const sleep = { until: '2026-09-01', reason: 'Vend sa maison' };
    const asleep = { actions: [{ position: 1, outcome: 'cancelled' }, call], sleep };
    assert.equal((await desk.patch('/desk/entries/1', asleep)).statusCode, 200);
    const { followUp, asleepUntil, asleepReason } = await entry(desk);
    assert.deepEqual([followUp, asleepUntil, asleepReason], ['asleep', sleep.until, sleep.reason]);
    for (const until of ['2026-03-04', '2027-03-05'])
      assertFailure(
        await desk.patch('/desk/entries/1', { sleep: { ...sleep, until } }),
        400,
        'INVALID',
        /^until:/,
      );
    const closed = { actions: [{ outcome: 'no-answer' }], resultat: 'commercial.resultat.nosuite' };
    assert.equal((await desk.patch('/desk/entries/1', closed)).statusCode, 200);
    assert.equal((await entry(desk)).followUp, null);
    await service.close();
  });

  it('plans nothing on a past day, admits nobody in more than a year, and gives nothing to a user who may not change the entry', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const elsewhere = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Paul Girard');
    await leadOf(service);
    const past = { date: '2026-03-03', stage: 'Visite' };
    assertFailure(
      await desk.patch('/desk/entries/1', { actions: [{ ...past, done: false }] }),
      400,
      'INVALID',
      /^date: expected today or a later day/,
    );
    const byHand = { establishmentId: 5, type: 'commercial.type.phone', actions: [{ ...past, done: false }] };
    assertFailure(await desk.post('/desk/entries', byHand), 400, 'INVALID', /^date:/);
    assert.equal((await desk.patch('/desk/entries/1', { actions: [past] })).statusCode, 200);
    const admission = { stage: 'Admission réalisé', date: '2027-03-05' };
    const admitted = { resultat: 'commercial.resultat.realisee', actions: [admission] };
    assertFailure(
      await desk.patch('/desk/entries/1', admitted),
      400,
      'INVALID',
      /^date: .* at most a year away/,
    );
    const given = { ...past, date: '2026-03-09', done: false, assigneeId: elsewhere.userId };
    assertFailure(
      await desk.patch('/desk/entries/1', { actions: [given] }),
      400,
      'INVALID',
      /^assigneeId: no user who may change this entry/,
    );
    const here = await signIn(service, [{ role: 'commercial', establishmentId: 5 }], 'Jeanne Petit');
    await ok(desk.patch('/desk/entries/1', { actions: [{ ...given, assigneeId: here.userId }] }));
    const { actions } = await entry(desk);
    assert.deepEqual(
      [actions[1].assigneeId, actions[1].assigneeName, actions[0].assigneeName],
      [here.userId, 'Jeanne Petit', null],
    );
    const agendaOf = async (id: number) =>
      (await desk.get(`/desk/agenda?from=2026-03-09&to=2026-03-09&personId=${id}`)).json().data;
    assert.equal((await agendaOf(here.userId))[0]?.person.name, 'Jeanne Petit');
    assert.deepEqual(await agendaOf(elsewhere.userId), []);
    // Without an assignee, it is the owner's.
    await desk.post('/desk/entries/1/owner', { userId: desk.userId });
    await desk.patch('/desk/entries/1', { actions: [{ position: 1, assigneeId: null }] });
    assert.deepEqual(await agendaOf(here.userId), []);
    assert.equal((await agendaOf(desk.userId)).length, 1);
    await service.close();
  });

  it('corrects kinship, dependency and fields without a name of ours, but adds none', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    await leadOf(service, {
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
    await ok(desk.patch('/desk/entries/1', edit));
    const { fields, extra, relations } = await entry(desk);
    assert.deepEqual(
      [fields.GirEstime, fields.UniteProtege, extra],
      ['GIR 3', true, { animal: 'deux chats' }],
    );
    assert.deepEqual(
      relations.map((relation: { extra: object }) => relation.extra),
      [{ lien: 'Nièce' }, { lien: 'Voisin' }],
    );
    assertFailure(
      await desk.patch('/desk/entries/1', { extra: { autre: 'x' } }),
      400,
      'INVALID',
      /^extra\.autre:/,
    );
    assertFailure(
      await desk.patch('/desk/entries/1', { relations: [{ position: 0, extra: { autre: 'x' } }] }),
      400,
      'INVALID',
      /^relations\[0\]\.extra\.autre:/,
    );
    await service.close();
  });
});
