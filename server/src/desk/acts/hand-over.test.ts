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

  it('leaves a note in the entry, of which its caller hears nothing, and says so until who receives it has acted', async () => {
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

  it('to another residence is undone by who did it, out of reach as it is, and by nobody else', async () => {
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

  it('is not undone once something came after, which is not shown', async () => {
    const id = await create();
    const { version } = await act(sales, id, 'assign', { establishmentId: 5 });
    await ok(elsewhere.patch(`/desk/entries/${id}`, { actions: [{ comment: 'Appelée' }] }));
    const refused = await sales.post(`/desk/entries/${id}/undo`, { version });
    assert.deepEqual([refused.statusCode, refused.json().changes], [409, []]);
    await assertConflict(sales.post(`/desk/entries/${id}/undo`, {}));
    assert.equal((await shown(elsewhere, id)).establishmentId, 5);
  });

  it('by an agent of the call centre is undone by them', async () => {
    const body = { establishmentId: 3, type: 'commercial.type.phone' };
    const { id } = await ok<{ id: number }>(agent.post('/desk/entries', body));
    const { version } = await act(agent, id, 'assign', { establishmentId: 5, note });
    await act(agent, id, 'undo', { version });
    assert.equal((await shown(sales, id)).establishmentId, 3);
    await assertConflict(agent.post(`/desk/entries/${id}/undo`, {}));
  });

  it('several at once is undone at once, but for those that were changed since', async () => {
    const ids = [await create(), await create(), await create()];
    const bulk = async (desk: Desk, body: object) =>
      (
        await ok<{ data: { id: number; version?: number; error?: { code: string } }[] }>(
          desk.post('/desk/entries/bulk', body),
        )
      ).data;
    const tomorrow = new Date(service.clock.now.getTime() + 24 * 60 * minuteMs).toISOString().slice(0, 10);
    for (const done of [
      { owner: colleague.userId },
      { plan: { date: tomorrow } },
      { sleep: { until: tomorrow, reason: 'Vend sa maison' } },
    ]) {
      const before = await Promise.all(
        ids.map(async (id) => [(await shown(sales, id)).owner, (await shown(sales, id)).followUp]),
      );
      const undo = (await bulk(sales, { ids, act: done })).map(({ version }) => version);
      assertFailure(
        await sales.post('/desk/entries/bulk', { ids, act: { undo: undo.slice(1) } }),
        400,
        'INVALID',
        /^act.undo/,
      );
      const others = await bulk(colleague, { ids, act: { undo } });
      assert.deepEqual(
        others.map(({ error }) => error?.code),
        ['CONFLICT', 'CONFLICT', 'CONFLICT'],
      );
      await ok(colleague.patch(`/desk/entries/${ids[1]}`, { fields: { ageClient: 80 + sent++ } }));
      const undone = await bulk(sales, { ids, act: { undo } });
      assert.deepEqual(
        undone.map(({ error }) => error?.code),
        [undefined, 'CONFLICT', undefined],
      );
      const again = await bulk(sales, { ids, act: { undo } });
      assert.deepEqual(
        again.map(({ error }) => error?.code),
        ['CONFLICT', 'CONFLICT', 'CONFLICT'],
      );
      for (const i of [0, 2]) {
        const entry = await shown(sales, ids[i] ?? 0);
        assert.deepEqual([entry.owner, entry.followUp], before[i]);
      }
    }
  });

  it('changes nothing of what was so already, and says so', async () => {
    const id = await create();
    await act(sales, id, 'owner', { userId: colleague.userId });
    const body = { ids: [id], act: { owner: colleague.userId } };
    const { data } = await ok<{ data: { unchanged?: boolean }[] }>(sales.post('/desk/entries/bulk', body));
    assert.deepEqual(
      data.map(({ unchanged }) => unchanged),
      [true],
    );
  });

  it('is not the only act that can be undone: so can the answer that closes a complaint', async () => {
    const id = await create(
      { lastName: 'Morel' },
      'etablissement/3/survey/create',
      '&type=survey.type.complaint',
    );
    await ok(direction.patch(`/desk/entries/${id}`, { actions: [{ comment: 'Appelée' }] }));
    const before = await shown(direction, id);
    const answer = { comment: 'Le chauffage est réparé.' };
    const { version } = await ok<{ version: number }>(direction.patch(`/desk/entries/${id}`, answer));
    assertFailure(await sales.post(`/desk/entries/${id}/undo`, { version }), 404, 'NOTFOUND');
    await act(direction, id, 'undo', { version });
    const { status, comment, commentBy, actions } = await shown(direction, id);
    assert.deepEqual([status, comment, commentBy, actions], ['new', null, null, before.actions]);
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ event }) => event),
      ['action', 'processed', 'updated'],
    );
    // It is open: another answer closes it. A later correction of it stays.
    await ok(direction.patch(`/desk/entries/${id}`, answer));
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Réparé hier.' }));
    await assertConflict(direction.post(`/desk/entries/${id}/undo`, {}));
  });

  it('nor does a form stay converted', async () => {
    const form = { firstName: 'Anne', lastName: 'Morel', email: 'anne@example.org', urgence: 'immédiat' };
    const id = await create(form, 'etablissement/3/survey/create', '&type=survey.type.contact');
    await ok(sales.patch(`/desk/entries/${id}`, { actions: [{ outcome: 'reached', comment: 'Rappelée' }] }));
    const { history: _, version: __, deliveries: ___, ...before } = await shown(sales, id);
    const body = { type: 'commercial.type.website', sejourType: 'commercial.sejourType.permanent' };
    const { version } = await act(sales, id, 'convert', body);
    assertFailure(await elsewhere.post(`/desk/entries/${id}/undo`, { version }), 404, 'NOTFOUND');
    await act(sales, id, 'undo', { version });
    const { history, version: ____, deliveries: _____, ...after } = await shown(sales, id);
    assert.deepEqual(after, before);
    assert.equal(history[0]?.change, 'undone');
    const converted = await act(sales, id, 'convert', body);
    await ok(colleague.patch(`/desk/entries/${id}`, { fields: { ageClient: 81 } }));
    const late = await sales.post(`/desk/entries/${id}/undo`, { version: converted.version });
    assert.equal(late.statusCode, 409);
    assert.equal((await shown(sales, id)).kind, 'commercial');
  });

  it('is not undone after a quarter of an hour', async () => {
    const id = await create();
    const { version } = await act(sales, id, 'assign', { establishmentId: 5 });
    const of = { role: 'commercial', establishmentId: 3 } as const;
    service.clock.now = new Date(service.clock.now.getTime() + 16 * minuteMs);
    const desk = await openDesk(service, sales.email, sales.userId);
    assertFailure(await desk.post(`/desk/entries/${id}/undo`, { version }), 404, 'NOTFOUND');
    const within = await create();
    await act(desk, within, 'assign', { establishmentId: 5 });
    // Who works at the other residence alone by now takes nothing back to one that they have left.
    const leaving = { grants: [{ ...of, establishmentId: 9 }] };
    await ok((await signIn(service)).patch(`/desk/users/${desk.userId}`, leaving));
    assertFailure(await desk.post(`/desk/entries/${within}/undo`, {}), 404, 'NOTFOUND');
  });
});
