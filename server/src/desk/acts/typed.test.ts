// Requests that a call-centre agent typed in today can be corrected until somebody else acts on them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { number } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';

const callCentre = [{ role: 'call-centre', establishmentId: null }] as const;
const body = {
  establishmentId: 3,
  type: 'commercial.type.phone',
  comment: 'Chambre au calme',
  dateFirstContact: '2026-03-04',
  fields: { lastNameClient: 'Moreau', phoneClient: '06 39 98 12 34', budget: '2000' },
  relations: [{ lastName: 'Petit', cellphone: '06 39 98 12 36', lien: 'Fille' }],
  actions: [{ stage: 'Prise de contact', comment: 'Jointe' }],
};

onOneEngine('entries typed in today', (engine) => {
  let service: TestService;
  let agent: Desk;
  let colleague: Desk;
  let sales: Desk;
  before(async () => {
    service = await startService(engine);
    agent = await signIn(service, callCentre, 'Zoé Agent');
    colleague = await signIn(service, callCentre, 'Luc Agent');
    sales = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Nadège Martin');
  });
  after(() => service.close());

  const type = (more = {}, desk = agent) =>
    ok<{ id: number }>(desk.post('/desk/entries', { ...body, ...more }));
  const mine = async (desk = agent) => {
    const { data } = await ok<{ data: Record<string, unknown>[] }>(desk.get('/desk/entries/mine-today'));
    return data;
  };
  const typed = (id: number, desk = agent) => desk.get(`/desk/entries/${id}/typed`);
  const correct = (id: number, content: object, desk = agent) =>
    desk.put(`/desk/entries/${id}/typed`, content);
  const stored = (id: number) => ok<Record<string, unknown>>(sales.get(`/desk/entries/${id}`));

  it('requests typed in today are listed for who typed them', async () => {
    const { id } = await type();
    await type({}, colleague);
    await send(service, 'site', { lastNameClient: 'Ailleurs' });
    const [one, ...others] = await mine();
    assert.deepEqual(others, []);
    assert.deepEqual(one, {
      ...{ id, kind: 'commercial', establishmentId: 3, name: 'Moreau', contactName: 'Petit' },
      ...{ mayRead: false, mayLeaveMessage: true, takenBy: null, mayCorrect: true },
      typedAt: service.clock.now.toISOString(),
    });
  });

  it('a typed request is corrected as a whole, the history has both', async () => {
    const { id } = await type();
    const shown = await ok<Record<string, unknown>>(typed(id));
    assert.deepEqual(
      [shown.establishmentId, shown.comment, shown.fields],
      [3, body.comment, { ...body.fields, dateFirstContact: '2026-03-04' }],
    );
    const { version } = shown;
    const fields = { lastNameClient: 'Morel', phoneClient: '06 39 98 12 35' };
    const relations = [
      { firstName: 'Jeanne', lien: 'Nièce' },
      { lastName: 'Aide', lien: 'Adresseur' },
    ];
    const again = { ...{ establishmentId: 5, type: 'commercial.type.visite' }, version, fields, relations };
    const { version: next } = await ok<{ version: number }>(correct(id, again));
    const director = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    const after = (await director.get(`/desk/entries/${id}`)).json();
    assert.deepEqual(
      [after.type, after.comment, after.fields, after.actions, after.status, after.followUp],
      ['commercial.type.visite', null, fields, [], 'new', 'to-call'],
    );
    assert.deepEqual(
      after.relations.map(({ fields, extra }: Record<string, object>) => ({ ...fields, ...extra })),
      relations,
    );
    const changes = { lastNameClient: { from: 'Moreau', to: 'Morel' }, establishment: { from: 3, to: 5 } };
    const actions = { 0: { comment: { from: 'Jointe', to: null } } };
    assert.partialDeepStrictEqual(after.history[0], {
      ...{ change: 'retyped', author: 'Zoé Agent' },
      detail: { changes, actions },
    });
    // Once more, and found by the new number alone.
    await ok(correct(id, { ...body, version: next }));
    const { actions: notes, status, relations: persons } = await stored(id);
    assert.deepEqual([(notes as []).length, status, (persons as []).length], [1, 'processed', 1]);
    assert.deepEqual((await agent.get('/desk/families?phone=0639981235')).json().data, []);
  });

  it('a correction is refused as a creation is', async () => {
    const { id } = await type();
    const planned = { done: false, date: '2026-03-01', stage: 'Visite' };
    for (const wrong of [
      { establishmentId: 999 },
      { type: 'x' },
      { fields: { lastNameClient: 7 } },
      { actions: [planned] },
      { resultat: 'commercial.resultat.nosuite' },
    ])
      assertFailure(await correct(id, { ...body, ...wrong }), 400, 'INVALID');
    assert.equal((await ok<{ history: [] }>(sales.get(`/desk/entries/${id}`))).history.length, 1);
  });

  it('a correction keeps a message that was left since', async () => {
    const { id } = await type({ actions: [] });
    await ok(agent.post(`/desk/entries/${id}/message`, { message: 'Après 17 h' }));
    assert.deepEqual((await ok<{ actions: [] }>(typed(id))).actions, []);
    await ok(correct(id, { ...body, actions: [], fields: { lastNameClient: 'Morel' } }));
    const { actions, followUp } = await stored(id);
    assert.deepEqual(
      [(actions as { comment: string }[]).map(({ comment }) => comment), followUp],
      [['Après 17 h'], 'to-call'],
    );
  });

  it('once somebody else has acted nothing is shown or corrected', async () => {
    const { id } = await type({ actions: [] });
    const { version } = await ok<{ version: number }>(typed(id));
    await ok(correct(id, { ...body, version, actions: [] }));
    await ok(
      sales.patch(`/desk/entries/${id}`, { actions: [{ stage: 'Prise de contact', comment: 'Secret' }] }),
    );
    const [first] = await mine();
    assert.deepEqual([first?.takenBy, first?.mayCorrect], ['Nadège Martin', false]);
    for (const answer of [
      await typed(id),
      await correct(id, body),
      await correct(id, { ...body, version }),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().error.code], [409, 'CONFLICT']);
      assert.doesNotMatch(answer.body, /Secret/);
    }
    await ok(agent.post(`/desk/entries/${id}/message`, { message: 'Après 17 h' }));
  });

  it('once its author has acted otherwise nothing is corrected', async () => {
    const desk = await signIn(service, [{ role: 'direction', establishmentId: null }], 'Ève Roy');
    const { id } = await type({ actions: [] }, desk);
    await ok(desk.patch(`/desk/entries/${id}`, { fields: { ageClient: 81 } }));
    const { id: closed } = await type({ resultat: 'commercial.resultat.nosuite' }, desk);
    for (const one of [id, closed]) {
      for (const answer of [await typed(one, desk), await correct(one, body, desk)])
        assertFailure(answer, 409, 'CONFLICT');
      assert.equal((await mine(desk)).find((listed) => listed.id === one)?.mayCorrect, false);
    }
    // A correction stays: only a part of it could be taken back.
    const { id: other } = await type({}, desk);
    await ok(correct(other, { ...body, relations: [] }, desk));
    assertFailure(await desk.post(`/desk/entries/${other}/undo`, {}), 409, 'CONFLICT');
  });

  it('a corrected person never takes the position of one who is gone', async () => {
    const [petit] = body.relations;
    const { id } = await type();
    const positions = async () =>
      ((await stored(id)).relations as { position: number; fields: { lastName: string } }[]).map(
        ({ position, fields: { lastName } }) => [position, lastName],
      );
    const aide = { lastName: 'Aide', lien: 'Adresseur' };
    await ok(correct(id, { ...body, relations: [aide, { ...petit, cellphone: '06 39 98 12 37' }] }));
    assert.equal((await positions()).join(';'), '0,Petit;1,Aide');
    await ok(correct(id, { ...body, relations: [petit] }));
    await ok(correct(id, { ...body, relations: [petit, { lastName: 'Autre' }] }));
    assert.equal((await positions()).join(';'), '0,Petit;2,Autre');
  });

  it('only who typed it in corrects a request, and only today in Paris', async () => {
    const { id } = await type();
    const site = await send(service, 'site2', { lastNameClient: 'Ailleurs' });
    for (const [desk, of] of [
      [colleague, id],
      [sales, id],
      [agent, site],
      [agent, 999_999],
    ] as const)
      for (const answer of [await typed(of, desk), await correct(of, body, desk)])
        assertFailure(answer, 404, 'NOTFOUND');
    assertFailure(await correct(site, { ...body, version: 9 }), 404, 'NOTFOUND');
    assert.equal((await mine(sales)).length, 0);
    const reads = `select count(*) from audit where action = 'read' and subject_id = ${id}`;
    assert.equal(await number(service.database, reads), 0);
    await ok(typed(id));
    assert.equal(await number(service.database, reads), 1);
    // 23:59 in Paris, then midnight.
    for (const [now, status] of [
      ['2026-03-04T22:59:00Z', 200],
      ['2026-03-04T23:00:00Z', 404],
    ] as const) {
      service.clock.now = new Date(now);
      const later = await openDesk(service, agent.email, agent.userId);
      assert.equal((await typed(id, later)).statusCode, status);
      assert.equal((await correct(id, body, later)).statusCode, status);
      assert.equal(
        (await mine(later)).some((one) => one.id === id),
        status === 200,
      );
    }
  });
});
