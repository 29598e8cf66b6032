import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { assertFailure, onOneEngine, startService, type TestService } from '../fixtures/service.ts';

interface Shown {
  readonly applicationStep: string | null;
  readonly status: string;
  readonly actions: readonly { position: number; done: boolean; outcome: string | null; date: string }[];
}

onOneEngine('an interview with an applicant', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'direction', establishmentId: 5 }], 'Diane');
    for (const lastName of ['Bernard', 'Fontaine', 'Petit'])
      await service.post(`/fr/announcement/postuler?${service.query}`, { etablissementId: 5, lastName });
  });
  after(() => service.close());

  it('an interview is planned, moved, held and undone; step, list and agenda follow', async () => {
    const sales = await signIn(service, [{ role: 'commercial', establishmentId: 5 }], 'Carla');
    const [id, other] = [1, 2];
    const shown = (of = id) => ok<Shown>(desk.get(`/desk/entries/${of}`));
    const change = (body: object, of = id) => ok(desk.patch(`/desk/entries/${of}`, body));
    const agenda = async (by = desk) => {
      const query = 'from=2026-03-01&to=2026-03-31';
      const { data } = await ok<{ data: Record<string, unknown>[] }>(by.get(`/desk/agenda?${query}`));
      return data.map(({ kind, date, time, done, name }) => [kind, date, time, done, name].join(' '));
    };

    // A note plans nothing.
    await change({ actions: [{ comment: 'CV lu' }] });
    assert.deepEqual([(await shown()).applicationStep, (await shown()).status], [null, 'new']);
    const plan = { date: '2026-03-12', time: '14:30', done: false };
    await change({ actions: [plan] });
    assert.deepEqual([(await shown()).applicationStep, (await shown()).status], ['interview', 'processed']);
    assert.deepEqual(await agenda(), ['postuler 2026-03-12 14:30 false Bernard']);
    // Applications have a right of their own.
    assert.deepEqual(await agenda(sales), []);
    const { data } = await ok<{ data: { id: number; nextAction: unknown }[] }>(
      desk.get('/desk/entries?kind=postuler'),
    );
    const { nextAction } = data.find((one) => one.id === id) ?? {};
    const none = { stage: null, outcome: null, comment: null };
    assert.deepEqual(nextAction, { date: '2026-03-12', time: '14:30', ...none });
    assertFailure(
      await desk.patch(`/desk/entries/${id}`, { actions: [{ ...plan, stage: 'Visite' }] }),
      400,
      'INVALID',
      /^actions\[0\]\.stage|^stage/,
    );

    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    assert.equal((await shown()).applicationStep, null);
    assert.deepEqual(await agenda(), []);

    await change({ actions: [plan] });
    await change({ actions: [{ position: 1, date: '2026-03-13' }] });
    assert.deepEqual(await agenda(), ['postuler 2026-03-13 14:30 false Bernard']);
    const today = { position: 1, date: '2026-03-04', done: true, outcome: 'reached' };
    await change({ actions: [today] });
    assert.deepEqual(await agenda(), ['postuler 2026-03-04 14:30 true Bernard']);
    assert.equal((await shown()).applicationStep, 'interview');

    // A decision cancels what is planned; undone, it is planned again.
    await change({ actions: [plan] }, other);
    await ok(desk.post(`/desk/entries/${other}/step`, { step: 'to-meet' }));
    assert.equal((await agenda()).length, 2);
    await ok(desk.post(`/desk/entries/${other}/step`, { step: 'refused' }));
    assert.deepEqual(
      (await shown(other)).actions.map(({ outcome }) => outcome),
      ['cancelled'],
    );
    assert.equal((await agenda()).length, 1);
    await ok(desk.post(`/desk/entries/${other}/undo`, {}));
    assert.equal((await agenda()).length, 2);
    // What was held counts for no family.
    const { residences } = await ok<{ residences: { calls: number; visits: number }[] }>(
      desk.get('/desk/statistics/activity'),
    );
    assert.deepEqual(
      residences.map(({ calls, visits }) => [calls, visits]),
      [[0, 0]],
    );
  });

  it('an interview is in the calendars of phones, also once its day is over', async () => {
    const plan = { date: '2026-03-04', time: '14:30', done: false };
    await ok(desk.patch('/desk/entries/3', { actions: [plan] }));
    const { url } = await ok<{ url: string }>(desk.post('/desk/calendars', {}));
    const feed = async () => (await service.get(new URL(url).pathname)).body;
    assert.match(await feed(), /SUMMARY:Entretien – .* – fiche 3/);
    assert.match(await feed(), /DTEND:20260304T143000Z/);
    service.clock.now = new Date('2026-03-05T09:00:00.000Z');
    assert.match(await feed(), /SUMMARY:Entretien – .* – fiche 3/);
  });
});
