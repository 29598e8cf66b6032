// What is handed over with a word, and what is taken back though it is out of reach by then.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { blocksOf } from '../../../test/fixtures/today.ts';
import { minuteMs } from '../../clock.ts';

interface Shown extends Record<string, unknown> {
  readonly actions: readonly Readonly<Record<'comment' | 'author' | 'done' | 'stage', unknown>>[];
  readonly history: readonly { readonly change: string }[];
}

onOneEngine('handing over', (engine) => {
  let service: TestService;
  let sales: Desk;
  let colleague: Desk;
  let elsewhere: Desk;
  let direction: Desk;
  let agent: Desk;
  let reader: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    sales = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Marc Lebrun');
    colleague = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Inès Moreau');
    elsewhere = await signIn(service, [{ role: 'direction', establishmentId: 5 }], 'Luc Blanc');
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    agent = await signIn(service, [{ role: 'call-centre', establishmentId: null }], 'Zoé Agent');
    reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Rose Petit');
  });
  after(() => service.close());

  let sent = 0;
  const create = (
    message: Record<string, unknown> = {},
    path = 'etablissement/3/commercial/create',
    more = '',
  ) => send(service, `h${++sent}`, message, path, more);
  const shown = (desk: Desk, id: number) => ok<Shown>(desk.get(`/desk/entries/${id}`));
  const note = 'Elle rappelle jeudi, demander Mme Roche';
  const words = async (desk: Desk, id: number) => {
    const blocks = await blocksOf<{ id: number; handedOver: unknown }>(desk);
    return [...blocks.values()].flatMap(({ data }) => data).find((entry) => entry.id === id)?.handedOver;
  };
  const act = (desk: Desk, id: number, name: string, body: object) =>
    ok<{ version: number }>(desk.post(`/desk/entries/${id}/${name}`, body));

  const assertConflict = async (answer: ReturnType<Desk['post']>) => {
    const { statusCode, body } = await answer;
    assert.deepEqual([statusCode, JSON.parse(body).error.code], [409, 'CONFLICT']);
  };

  it('a note goes with what is handed over, until who receives it has acted', async () => {
    const id = await create();
    await act(sales, id, 'owner', { userId: colleague.userId, note });
    const { actions, status, history } = await shown(sales, id);
    assert.deepEqual(
      actions.map(({ comment, author, done, stage }) => [comment, author, done, stage]),
      [[note, 'Marc Lebrun', true, null]],
    );
    assert.equal(status, 'new');
    assert.deepEqual(
      history.map(({ change }) => change),
      ['owner'],
    );
    assert.deepEqual(await storedEvents(service, id), []);
    const given = { by: 'Marc Lebrun', note };
    assert.deepEqual([await words(colleague, id), await words(sales, id)], [given, null]);
    // Its author goes on with it: who received it has not acted yet.
    await ok(sales.patch(`/desk/entries/${id}`, { fields: { phoneClient: '02 61 91 12 34' } }));
    assert.deepEqual(await words(colleague, id), given);
    await ok(colleague.patch(`/desk/entries/${id}`, { actions: [{ outcome: 'no-answer' }] }));
    assert.equal(await words(colleague, id), null);
    await act(colleague, id, 'owner', { userId: colleague.userId });
    assert.equal(await words(direction, id), null, 'nobody gives something to themselves');
  });

  it('who handed over to another residence takes it back, nobody else', async () => {
    const id = await create();
    const { version } = await act(sales, id, 'assign', { establishmentId: 5, note });
    assert.deepEqual(await words(elsewhere, id), { by: 'Marc Lebrun', note });
    assertFailure(await sales.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    for (const desk of [colleague, direction, agent])
      assertFailure(await desk.post(`/desk/entries/${id}/undo`, { version }), 404, 'NOTFOUND');
    assertFailure(await reader.post(`/desk/entries/${id}/undo`, { version }), 403, 'FORBIDDEN');
    await assertConflict(elsewhere.post(`/desk/entries/${id}/undo`, { version }));
    // Nothing else is within their reach.
    assertFailure(await sales.post(`/desk/entries/${id}/owner`, { userId: sales.userId }), 404, 'NOTFOUND');
    await act(sales, id, 'undo', { version });
    const { establishmentId, actions } = await shown(sales, id);
    assert.deepEqual([establishmentId, actions], [3, []]);
    assert.equal(await words(colleague, id), null);
    await assertConflict(sales.post(`/desk/entries/${id}/undo`, { version }));
    await assertConflict(sales.post(`/desk/entries/${id}/undo`, {}));
  });

  it('a handing over is not undone once something came after', async () => {
    const id = await create();
    const { version } = await act(sales, id, 'assign', { establishmentId: 5 });
    await ok(elsewhere.patch(`/desk/entries/${id}`, { actions: [{ comment: 'Appelée' }] }));
    const refused = await sales.post(`/desk/entries/${id}/undo`, { version });
    assert.deepEqual([refused.statusCode, refused.json().changes], [409, []]);
    await assertConflict(sales.post(`/desk/entries/${id}/undo`, {}));
    assert.equal((await shown(elsewhere, id)).establishmentId, 5);
  });

  it('the call centre takes its own handing over back', async () => {
    const body = { establishmentId: 3, type: 'commercial.type.phone' };
    const { id } = await ok<{ id: number }>(agent.post('/desk/entries', body));
    const { version } = await act(agent, id, 'assign', { establishmentId: 5, note });
    await act(agent, id, 'undo', { version });
    assert.equal((await shown(sales, id)).establishmentId, 3);
    await assertConflict(agent.post(`/desk/entries/${id}/undo`, {}));
  });

  it('several acts at once are undone at once, but for what changed since', async () => {
    const ids = [await create(), await create(), await create()];
    type Done = { version?: number; unchanged?: boolean; error?: { code: string } };
    const bulk = async (desk: Desk, body: object) =>
      (await ok<{ data: Done[] }>(desk.post('/desk/entries/bulk', body))).data;
    const all = { ids, act: { owner: null } };
    assert.deepEqual(
      (await bulk(sales, all)).map(({ unchanged }) => unchanged),
      [true, true, true],
    );
    const tomorrow = new Date(service.clock.now.getTime() + 24 * 60 * minuteMs).toISOString().slice(0, 10);
    for (const done of [
      { owner: colleague.userId },
      { plan: { date: tomorrow } },
      { sleep: { until: tomorrow, reason: 'Vend sa maison' } },
    ]) {
      const standing = () =>
        Promise.all(
          [ids[0], ids[2]].map(async (id = 0) => {
            const { owner, followUp } = await shown(sales, id);
            return [owner, followUp];
          }),
        );
      const before = await standing();
      const undo = (await bulk(sales, { ids, act: done })).map(({ version }) => version);
      const partly = { ids, act: { undo: undo.slice(1) } };
      assertFailure(await sales.post('/desk/entries/bulk', partly), 400, 'INVALID', /^act.undo/);
      const failed = async (desk: Desk) =>
        (await bulk(desk, { ids, act: { undo } })).map(({ error }) => error?.code);
      assert.deepEqual(await failed(colleague), ['CONFLICT', 'CONFLICT', 'CONFLICT']);
      await ok(colleague.patch(`/desk/entries/${ids[1]}`, { fields: { ageClient: 80 + sent++ } }));
      assert.deepEqual(await failed(sales), [undefined, 'CONFLICT', undefined]);
      assert.deepEqual(await standing(), before);
    }
  });

  it('a conversion can be undone', async () => {
    const form = { firstName: 'Anne', lastName: 'Morel', email: 'anne@example.org', urgence: 'immédiat' };
    const id = await create(form, 'etablissement/3/survey/create', '&type=survey.type.contact');
    await ok(sales.patch(`/desk/entries/${id}`, { actions: [{ outcome: 'reached', comment: 'Rappelée' }] }));
    const { history: _, version: __, deliveries: ___, ...before } = await shown(sales, id);
    const body = { type: 'commercial.type.website', sejourType: 'commercial.sejourType.permanent' };
    const { version } = await act(sales, id, 'convert', body);
    await act(sales, id, 'undo', { version });
    const { history, version: ____, deliveries: _____, ...after } = await shown(sales, id);
    assert.deepEqual(after, before);
    assert.equal(history[0]?.change, 'undone');
  });

  it('a handing over is not undone after a quarter of an hour', async () => {
    const id = await create();
    const { version } = await act(sales, id, 'assign', { establishmentId: 5 });
    const of = { role: 'commercial', establishmentId: 3 } as const;
    service.clock.now = new Date(service.clock.now.getTime() + 16 * minuteMs);
    const desk = await openDesk(service, sales.email, sales.userId);
    assertFailure(await desk.post(`/desk/entries/${id}/undo`, { version }), 409, 'CONFLICT');
    const within = await create();
    await act(desk, within, 'assign', { establishmentId: 5 });
    // Who works at the other residence alone by now takes nothing back to one that they have left.
    const leaving = { grants: [{ ...of, establishmentId: 9 }] };
    await ok((await signIn(service)).patch(`/desk/users/${desk.userId}`, leaving));
    assertFailure(await desk.post(`/desk/entries/${within}/undo`, {}), 404, 'NOTFOUND');
  });
});
