import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../../test/fixtures/desk.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';

interface Entry {
  readonly id: number;
  readonly late?: boolean;
  readonly waitingMinutes?: number;
}
type Block = { readonly data: Entry[]; readonly total: { readonly count: number; readonly exact: boolean } };

onBothEngines('ma journée', (engine) => {
  async function at(service: TestService, instant: string): Promise<void> {
    service.clock.now = new Date(instant);
  }
  const ids = ({ data }: Block) => data.map(({ id }) => id);

  it('shows what waits at the residences of whoever looks', async () => {
    const service = await startService(engine);
    const query = service.query;
    // Friday evening, Monday, Wednesday, Thursday morning in Paris.
    await at(service, '2026-02-27T17:30:00.000Z');
    await service.post(`/fr/etablissement/5/commercial/create?${query}`, { lastNameClient: 'Ancien' });
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.complaint' });
    await at(service, '2026-03-04T10:00:00.000Z');
    await service.post(`/fr/etablissement/5/survey/create?${query}`, { type: 'survey.type.contact' });
    await service.post(`/fr/etablissement/3/commercial/create?${query}`, {});
    await service.post(`/fr/etablissement/5/commercial/create?${query}&test=1`, {});
    await service.exchange('/appli/partner/orientation', {
      etablissementId: 5,
      NumeroDemandeOrientationCR: '2026 / 000_000_001',
    });
    await service.exchange('/appli/partner/orientation', {});
    await service.post(`/fr/announcement/postuler?${query}`, { etablissementId: 5 });
    await at(service, '2026-03-05T08:00:00.000Z');
    const all = (await (await signIn(service)).get('/desk/today')).json();
    assert.equal(all.day, '2026-03-05');
    assert.deepEqual(ids(all.toCall), [1, 3, 4]);
    assert.deepEqual(
      all.toCall.data.map(({ late, waitingMinutes }: Entry) => [late, waitingMinutes]),
      // From 18:30 on Friday: three whole working days; from 11:00 on Wednesday: the rest of that day.
      [
        [true, 3 * 9 * 60],
        [false, 7 * 60],
        [false, 7 * 60],
      ],
    );
    assert.deepEqual(ids(all.newSinceYesterday), [7, 6, 4]);
    assert.deepEqual(ids(all.complaints), [2]);
    assert.deepEqual(ids(all.orientations), [6, 7]);
    assert.deepEqual(ids(all.applications), [8]);
    assert.deepEqual(all.webhooks, { failed: 0, endpoints: [] });

    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const own = (await director.get('/desk/today')).json();
    assert.deepEqual(ids(own.toCall), [1, 3]);
    assert.deepEqual(ids(own.orientations), [6]);
    assert.deepEqual(ids(own.applications), [8]);
    assert.equal(own.webhooks, null);

    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    const other = (await commercial.get('/desk/today')).json();
    assert.deepEqual([ids(other.toCall), ids(other.orientations), other.applications], [[4], [], null]);
    const elsewhere = (await commercial.get('/desk/today?establishmentId=5')).json();
    assert.deepEqual([ids(elsewhere.toCall), elsewhere.toCall.total], [[], { count: 0, exact: true }]);
    await service.close();
  });

  it('shows what is planned for today, and what should have been done', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const planned = (date: string, stage: string) => ({ date, stage, done: false });
    for (const actions of [
      [planned('2026-03-04', 'Visite')],
      [planned('2026-03-03', 'Prise de contact'), planned('2026-03-04', 'Visite')],
      [planned('2026-03-05', 'Visite')],
      [{ ...planned('2026-03-02', 'Visite'), done: true }],
    ]) {
      const made = await desk.post('/desk/entries', {
        establishmentId: 5,
        type: 'commercial.type.phone',
        actions,
      });
      assert.equal(made.statusCode, 200, made.body);
    }
    const today = (await desk.get('/desk/today')).json();
    assert.deepEqual(ids(today.plannedToday), [1]);
    assert.deepEqual(ids(today.overdue), [2]);
    assert.equal(
      (await desk.patch('/desk/entries/2', { actions: [{ position: 0, done: true }] })).statusCode,
      200,
    );
    const later = (await desk.get('/desk/today')).json();
    assert.deepEqual([ids(later.plannedToday), ids(later.overdue)], [[1, 2], []]);
    await service.close();
  });

  it('names endpoints that fail to who looks after them', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const added = await desk.post('/desk/callers/1/endpoints', {
      url: 'https://hooks.example.org/in',
      events: null,
    });
    assert.equal(added.statusCode, 200, added.body);
    const { id } = added.json();
    assert.equal((await desk.patch(`/desk/endpoints/${id}`, { state: 'off' })).statusCode, 200);
    const { webhooks } = (await desk.get('/desk/today')).json();
    assert.deepEqual(
      webhooks.endpoints.map(({ url, state }: { url: string; state: string }) => [url, state]),
      [['https://hooks.example.org/in', 'off']],
    );
    await service.close();
  });
});
