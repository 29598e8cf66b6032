// A complaint is acknowledged within two working days and answered within fifteen; who is unhappy is read about.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

interface Listed {
  readonly id: number;
  readonly due: unknown;
  readonly acknowledgedOn: string | null;
  readonly unhappy: boolean;
  readonly owner: { readonly id: number } | null;
  readonly contactDate: string;
  readonly extra: unknown;
}

onSqlite('a complaint', (engine) => {
  let service: TestService;
  let direction: Desk;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const at = async (day: string) => {
    service.clock.now = new Date(`${day}T09:00:00.000Z`);
    // A session ends after a while.
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  };
  const survey = (customId: string, type: string, more = {}) =>
    send(service, customId, { type: `survey.type.${type}`, ...more }, 'etablissement/3/survey/create');
  const shown = (id: number) => ok<Listed>(direction.get(`/desk/entries/${id}`));
  async function late() {
    const { complaintsLate } = await ok<{ complaintsLate: number | null }>(direction.get('/desk/today'));
    const list = await ok<{ data: { id: number }[] }>(direction.get('/desk/entries?kind=survey&late=true'));
    assert.equal(list.data.length, complaintsLate);
    return list.data.map(({ id }) => id);
  }

  it('a complaint is late once its days are over, until it is dealt with', async () => {
    // Wednesday; Easter Monday is 6 April.
    await at('2026-04-01');
    const id = await survey('late', 'complaint');
    assert.deepEqual((await shown(id)).due, { acknowledgement: '2026-04-03', answer: '2026-04-23' });
    await at('2026-04-03');
    assert.deepEqual(await late(), []);
    await at('2026-04-07');
    assert.deepEqual(await late(), [id]);
    await ok(direction.post(`/desk/entries/${id}/acknowledged`));
    assert.deepEqual(await late(), []);
    const { acknowledgedOn, due } = await shown(id);
    assert.deepEqual([acknowledgedOn, due], ['2026-04-07', { acknowledgement: null, answer: '2026-04-23' }]);
    await at('2026-04-23');
    assert.deepEqual(await late(), []);
    await at('2026-04-24');
    assert.deepEqual(await late(), [id]);
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Nous avons réparé.' }));
    assert.deepEqual([await late(), (await shown(id)).due], [[], null]);
    assertFailure(await direction.post(`/desk/entries/${id}/acknowledged`), 400, 'INVALID');
  });

  it('a complaint is acknowledged once, and not if that is taken back', async () => {
    await at('2026-05-04');
    const id = await survey('undone', 'complaint');
    await ok(direction.post(`/desk/entries/${id}/acknowledged`));
    await ok(direction.post(`/desk/entries/${id}/undo`, {}));
    assert.equal((await shown(id)).acknowledgedOn, null);
    await ok(direction.post(`/desk/entries/${id}/acknowledged`));
    await at('2026-05-05');
    await ok(direction.post(`/desk/entries/${id}/acknowledged`));
    assert.equal((await shown(id)).acknowledgedOn, '2026-05-04');
    const opinion = await survey('opinion', 'survey');
    assertFailure(await direction.post(`/desk/entries/${opinion}/acknowledged`), 400, 'INVALID');
  });

  it('an oral complaint has its day, its resident and its owner', async () => {
    await at('2026-05-12');
    const { userId: ownerId } = direction;
    const said = {
      ...{ establishmentId: 3, type: 'survey.type.complaint', dateFirstContact: '2026-05-11' },
      ...{ resident: 'Odette Morel', ownerId, fields: { contact: 'Le chauffage.' } },
    };
    const { id } = await ok<{ id: number }>(direction.post('/desk/surveys', said));
    const { contactDate, owner, extra, due } = await shown(id);
    assert.deepEqual([contactDate, owner?.id, extra], ['2026-05-11', ownerId, { resident: 'Odette Morel' }]);
    assert.deepEqual(due, { acknowledgement: '2026-05-13', answer: '2026-06-03' });
    const sales = await signIn(service, [{ role: 'commercial', establishmentId: 3 }]);
    for (const wrong of [{ ownerId: sales.userId }, { dateFirstContact: '2026-05-13' }])
      assertFailure(await direction.post('/desk/surveys', { ...said, ...wrong }), 400, 'INVALID');
  });

  it('a low note is read about until somebody has', async () => {
    await at('2026-06-02');
    const read = async () => {
      type Blocks = { blocks: { name: string; data: Listed[] }[] };
      const { blocks } = await ok<Blocks>(direction.get('/desk/today'));
      const { data = [] } = blocks.find(({ name }) => name === 'opinions') ?? {};
      const list = await ok<{ data: Listed[] }>(direction.get('/desk/entries?kind=survey&block=opinions'));
      assert.equal(list.data.length, data.length);
      return data.map(({ id, unhappy }) => [id, unhappy]);
    };
    const low: number[] = [];
    for (const note of ['4', 0, '1,5 / 5', '8/20'])
      low.push(await survey(`low ${low.length}`, 'survey', { note }));
    for (const [i, note] of ['5', '3/5', 'bien', '', null, 41].entries())
      await survey(`not ${i}`, 'survey', { note });
    await survey('of a contact', 'contact', { note: 1 });
    assert.deepEqual(
      await read(),
      low.map((id) => [id, true]),
    );
    for (const id of low.slice(1)) await ok(direction.post(`/desk/entries/${id}/processed`));
    await ok(direction.post(`/desk/entries/${low[0]}/seen`));
    assert.deepEqual(await read(), []);
  });
});
