// Who planned something, who did it, and whose it is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('what one plans and another does', (engine) => {
  let service: TestService;
  let emilie: Desk;
  let nadege: Desk;
  before(async () => {
    service = await startService(engine);
    emilie = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Émilie Roche');
    nadege = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Nadège Petit');
  });
  after(() => service.close());

  let sent = 0;
  const lead = () => send(service, `authors-${++sent}`);
  const shown = async (id: number) => (await emilie.get(`/desk/entries/${id}`)).json();
  async function patch(desk: Desk, id: number, body: object): Promise<void> {
    await ok(desk.patch(`/desk/entries/${id}`, body));
  }
  const call = { date: '2026-03-04', stage: 'Prise de contact' };
  const plan = { ...call, done: false, comment: 'Rappeler la famille' };
  const done = { position: 0, done: true };
  const first = async (id: number) => {
    const { author, comment, done: isDone } = (await shown(id)).actions[0];
    return [author, comment, isDone];
  };
  const planned = ['Émilie Roche', 'Rappeler la famille', false];

  it('what one plans and another does is by who did it, in their words', async () => {
    const id = await lead();
    await patch(emilie, id, { actions: [plan] });
    assert.deepEqual(await first(id), planned);
    await patch(nadege, id, { actions: [{ position: 0, outcome: 'cancelled' }] });
    assert.deepEqual(await first(id), planned);
    assert.equal((await nadege.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
    await patch(nadege, id, { actions: [done] });
    assert.deepEqual(await first(id), ['Nadège Petit', null, true]);
    const [line] = (await shown(id)).history;
    assert.equal(line.author, 'Nadège Petit');
    assert.deepEqual(line.detail.actions[0], {
      comment: { from: 'Rappeler la famille', to: null },
      done: { from: false, to: true },
      author: { from: 'Émilie Roche', to: 'Nadège Petit' },
    });
    assert.equal((await nadege.post(`/desk/entries/${id}/undo`, {})).statusCode, 200);
    assert.deepEqual(await first(id), planned);

    await patch(nadege, id, { actions: [{ ...done, comment: 'Souhaite visiter' }] });
    const made = ['Nadège Petit', 'Souhaite visiter', true];
    assert.deepEqual(await first(id), made);
    // Who corrects it, or says that it was not done after all, has not done it.
    await patch(emilie, id, { actions: [{ position: 0, date: '2026-03-03' }] });
    assert.deepEqual(await first(id), made);
  });

  it('who agrees on an appointment for a lead of nobody becomes its owner', async () => {
    const visit = { stage: 'Visite', date: '2026-03-06', time: '10:00', done: false };
    const ownerOf = async (id: number) => (await shown(id)).owner?.name ?? null;
    const agreed = await lead();
    await patch(nadege, agreed, { actions: [{ ...call, outcome: 'reached' }, visit] });
    assert.equal(await ownerOf(agreed), 'Nadège Petit');
    const agenda = await nadege.get(`/desk/agenda?from=2026-03-06&to=2026-03-06&personId=${nadege.userId}`);
    assert.deepEqual(
      agenda.json().data.map(({ entryId }: { entryId: number }) => entryId),
      [agreed],
    );
    assert.deepEqual((await shown(agreed)).history[0].detail.owner, { from: null, to: 'Nadège Petit' });
    // Somebody else's stays theirs.
    await patch(emilie, agreed, { actions: [{ ...visit, date: '2026-03-07' }] });
    assert.equal(await ownerOf(agreed), 'Nadège Petit');

    for (const [action, owner] of [
      [{ ...visit, assigneeId: emilie.userId }, 'Émilie Roche'],
      [{ ...visit, assigneeId: null }, null],
      [call, null],
    ] as const) {
      const id = await lead();
      await patch(nadege, id, { actions: [action] });
      assert.equal(await ownerOf(id), owner);
    }
  });
});
