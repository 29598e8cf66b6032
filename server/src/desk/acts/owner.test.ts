import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { auditOf } from '../../../test/fixtures/stored-entry.ts';

onSqlite('a complaint', (engine) => {
  let service: TestService;
  let admin: Desk;
  let direction: Desk;
  let colleague: Desk;
  let sales: Desk;
  let elsewhere: Desk;
  let reader: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    admin = await signIn(service, undefined, 'Hélène Faure');
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Paul Girard');
    colleague = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Inès Moreau');
    sales = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Marc Lebrun');
    elsewhere = await signIn(service, [{ role: 'direction', establishmentId: 5 }], 'Luc Blanc');
    reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Rose Petit');
  });
  after(() => service.close());

  let sent = 0;
  const complaint = (type = 'survey.type.complaint') =>
    send(service, `c${++sent}`, { lastName: 'Morel' }, 'etablissement/3/survey/create', `&type=${type}`);
  const shown = async (id: number) => (await admin.get(`/desk/entries/${id}`)).json();
  const events = async (id: number) => (await storedEvents(service, id)).map(({ event }) => event);

  it('a complaint is taken charge of by who may work it, and stays new', async () => {
    const id = await complaint();
    assert.deepEqual((await direction.get(`/desk/entries/${id}/owners`)).json().data, [
      { id: colleague.userId, name: 'Inès Moreau' },
      { id: direction.userId, name: 'Paul Girard' },
      { id: admin.userId, name: 'Hélène Faure' },
    ]);
    const charge = (userId: number | null, version?: number) =>
      ok(direction.post(`/desk/entries/${id}/owner`, { userId, version }));
    await charge(colleague.userId, 0);
    const owned = { id, owner: { id: colleague.userId, name: 'Inès Moreau' }, status: 'new' };
    assert.partialDeepStrictEqual(await shown(id), owned);
    assert.deepEqual(await events(id), []);
    const { data } = (await reader.get('/desk/entries?kind=survey&limit=1')).json();
    assert.partialDeepStrictEqual(data, [owned]);

    // The same owner again changes nothing; another one does, and so does none.
    for (const userId of [colleague.userId, direction.userId, null]) await charge(userId);
    const { history, owner } = await shown(id);
    assert.equal(owner, null);
    const names = history.map(({ detail }: { detail: { owner: object } }) => detail.owner);
    assert.deepEqual(names, [
      { from: 'Paul Girard', to: null },
      { from: 'Inès Moreau', to: 'Paul Girard' },
      { from: null, to: 'Inès Moreau' },
    ]);
    assert.partialDeepStrictEqual(history[0], { author: 'Paul Girard', change: 'owner' });
    const trail = await auditOf(service.database, id);
    assert.deepEqual(
      trail.filter(({ action }) => action === 'changed').map(({ detail }) => detail),
      [1, 2, 3].map(() => ({ act: 'owner', changed: ['owner'] })),
    );
  });

  it('nobody owns a complaint who may not work it', async () => {
    const id = await complaint();
    const { userId: gone } = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    await execute(service.database, `update users set disabled_at = created_at where id = ${gone}`);
    for (const userId of [elsewhere.userId, reader.userId, sales.userId, gone, 999_999]) {
      const refused = await direction.post(`/desk/entries/${id}/owner`, { userId });
      assertFailure(refused, 400, 'INVALID', /^userId: no user who may change this entry/);
    }
    assert.equal((await shown(id)).owner, null);
  });

  it('entries of any kind have owners, of which callers hear nothing', async () => {
    const others = [
      await complaint('survey.type.contact'),
      await complaint('survey.type.survey'),
      await send(service, `c${++sent}`),
      await send(service, `c${++sent}`, { etablissementId: 3 }, 'announcement/postuler'),
    ];
    for (const id of others) {
      await ok(admin.post(`/desk/entries/${id}/owner`, { userId: direction.userId }));
      const { owner, status } = await shown(id);
      assert.deepEqual([owner.name, status, await events(id)], ['Paul Girard', 'new', []]);
    }
    const application = others.at(-1);
    const refused = await admin.post(`/desk/entries/${application}/owner`, { userId: sales.userId });
    assertFailure(refused, 400, 'INVALID', /^userId: no user who may change this entry/);
  });

  it('at another residence an entry has no owner any more', async () => {
    const id = await complaint();
    await admin.post(`/desk/entries/${id}/owner`, { userId: colleague.userId });
    await admin.post(`/desk/entries/${id}/assign`, { establishmentId: 3 });
    assert.equal((await shown(id)).owner.name, 'Inès Moreau');
    await admin.post(`/desk/entries/${id}/assign`, { establishmentId: 5 });
    assert.equal((await shown(id)).owner, null);
  });

  it('a complaint is closed by its written answer alone', async () => {
    const id = await complaint();
    const customId = `c${sent}`;
    const closing = await direction.post(`/desk/entries/${id}/processed`);
    assertFailure(closing, 400, 'INVALID', /^comment: expected a written answer/);
    for (const body of [{ fields: { phone: '02 61 91 12 34' } }, { actions: [{ comment: 'Appelée' }] }]) {
      assert.equal((await direction.patch(`/desk/entries/${id}`, body)).statusCode, 200);
    }
    for (const spam of [true, false]) await direction.post(`/desk/entries/${id}/spam`, { spam });
    assert.equal((await shown(id)).status, 'new');
    assert.equal((await lookUp(service, customId)).data.status, 'new');
    assert.deepEqual(await events(id), ['action']);

    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Le chauffage est réparé.' }));
    const answered = { status: 'processed', comment: 'Le chauffage est réparé.', commentBy: 'Paul Girard' };
    assert.partialDeepStrictEqual((await lookUp(service, customId)).data, answered);
    assert.deepEqual(await events(id), ['action', 'processed']);
    // A closed complaint stays closed, with its answer.
    assert.equal((await direction.post(`/desk/entries/${id}/processed`)).statusCode, 200);
    const taken = await direction.patch(`/desk/entries/${id}`, { comment: null });
    assertFailure(taken, 400, 'INVALID', /^comment: expected the answer/);
    assert.equal((await direction.patch(`/desk/entries/${id}`, { comment: 'Réparé.' })).statusCode, 200);
    // Other surveys are closed without a word.
    const opinion = await complaint('survey.type.survey');
    await ok(direction.post(`/desk/entries/${opinion}/processed`));
    for (const comment of ['Merci', null]) await ok(direction.patch(`/desk/entries/${opinion}`, { comment }));
    assert.equal((await shown(opinion)).status, 'processed');
  });
});
