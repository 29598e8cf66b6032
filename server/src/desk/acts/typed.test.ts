// What a call-centre agent has typed in today is listed, and can be undone until somebody acts on it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
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
  fields: { lastNameClient: 'Moreau', phoneClient: '06 39 98 12 34' },
  relations: [{ lastName: 'Petit', cellphone: '06 39 98 12 36', lien: 'Fille' }],
};
const minutes = 60_000;

onOneEngine('entries typed in today', (engine) => {
  let service: TestService;
  let agent: Desk;
  let sales: Desk;
  before(async () => {
    service = await startService(engine);
    agent = await signIn(service, callCentre, 'Zoé Agent');
    sales = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Nadège Martin');
  });
  after(() => service.close());

  const type = async () => (await ok<{ id: number }>(agent.post('/desk/entries', body))).id;
  const undo = (id: number, desk = agent) => desk.post(`/desk/entries/${id}/undo`, {});
  const mine = async (desk = agent) =>
    (await ok<{ data: Record<string, unknown>[] }>(desk.get('/desk/entries/mine-today'))).data;
  const wait = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };

  it('requests typed in today are listed for who typed them', async () => {
    const id = await type();
    await send(service, 'site', { lastNameClient: 'Ailleurs' });
    assert.deepEqual(await mine(), [
      {
        ...{ id, kind: 'commercial', establishmentId: 3, name: 'Moreau', contactName: 'Petit' },
        ...{ mayRead: false, mayLeaveMessage: true, takenBy: null, mayUndo: true },
        typedAt: service.clock.now.toISOString(),
      },
    ]);
    assert.deepEqual(await mine(sales), []);
  });

  it('an entry typed in by mistake leaves the lists, and keeps its words', async () => {
    const id = await type();
    wait(15 * minutes);
    await ok(undo(id));
    assert.equal(
      (await mine()).some((one) => one.id === id),
      false,
    );
    const { comment, fields, spam, followUp, history } = await ok<
      Record<string, unknown> & { history: { change: string }[] }
    >(sales.get(`/desk/entries/${id}`));
    assert.partialDeepStrictEqual(
      { comment, fields, spam, followUp },
      { comment: body.comment, fields: body.fields, spam: true, followUp: null },
    );
    assert.equal(history[0]?.change, 'undone');
    assertFailure(await undo(id), 409, 'CONFLICT');
  });

  it('once somebody else has acted or 15 minutes have passed nothing is undone', async () => {
    const id = await type();
    await ok(sales.patch(`/desk/entries/${id}`, { actions: [{ stage: 'Prise de contact' }] }));
    const [first] = await mine();
    assert.deepEqual([first?.takenBy, first?.mayUndo], ['Nadège Martin', false]);
    assertFailure(await undo(id), 409, 'CONFLICT');
    await ok(agent.post(`/desk/entries/${id}/message`, { message: 'Après 17 h' }));
    const late = await type();
    wait(15 * minutes + 1);
    assert.equal((await mine())[0]?.mayUndo, false);
    assertFailure(await undo(late), 409, 'CONFLICT');
  });

  it('only who typed it in undoes a request, and lists it today in Paris alone', async () => {
    const id = await type();
    const colleague = await signIn(service, callCentre, 'Luc Agent');
    assertFailure(await undo(id, colleague), 404, 'NOTFOUND');
    assertFailure(await undo(id, sales), 409, 'CONFLICT');
    for (const [now, isListed] of [
      ['2026-03-04T22:59:00Z', true],
      ['2026-03-04T23:00:00Z', false],
    ] as const) {
      service.clock.now = new Date(now);
      const later = await openDesk(service, agent.email, agent.userId);
      assert.equal(
        (await mine(later)).some((one) => one.id === id),
        isListed,
      );
    }
  });
});
