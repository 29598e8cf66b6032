import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

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

  const nameOf = (desk: Desk | undefined) =>
    desk === undefined ? null : desk === direction ? 'Paul Girard' : 'Inès Moreau';

  it('is taken charge of by somebody who may work it, and stays new', async () => {
    const id = await complaint();
    assert.deepEqual((await direction.get(`/desk/entries/${id}/owners`)).json().data, [
      { id: admin.userId, name: 'Hélène Faure' },
      { id: colleague.userId, name: 'Inès Moreau' },
      { id: direction.userId, name: 'Paul Girard' },
    ]);
    await ok(
      direction.post(`/desk/entries/${id}/owner`, {
        userId: colleague.userId,
        version: 0,
      }),
    );
    const entry = await shown(id);
    assert.deepEqual(entry.owner, { id: colleague.userId, name: 'Inès Moreau' });
    assert.equal(entry.status, 'new');
    assert.deepEqual(await events(id), []);
    const { data } = (await reader.get('/desk/entries?kind=survey&limit=1')).json();
    assert.deepEqual([data[0].id, data[0].owner], [id, { id: colleague.userId, name: 'Inès Moreau' }]);

    // The same owner again changes nothing; another one does, and so does none.
    await direction.post(`/desk/entries/${id}/owner`, { userId: colleague.userId });
    await direction.post(`/desk/entries/${id}/owner`, { userId: direction.userId });
    await direction.post(`/desk/entries/${id}/owner`, { userId: null });
    const { history, owner } = await shown(id);
    assert.equal(owner, null);
    assert.deepEqual(
      history.map(({ author, change, detail }: Record<string, unknown>) => ({ author, change, detail })),
      [
        [direction, undefined],
        [colleague, direction],
        [undefined, colleague],
      ].map(([from, to]) => ({
        author: 'Paul Girard',
        change: 'owner',
        detail: {
          owner: { from: nameOf(from), to: nameOf(to) },
          ownerId: { from: from?.userId ?? null, to: to?.userId ?? null },
        },
      })),
    );
    const trail = await rows<{ detail: string }>(
      service.database,
      `select detail from audit where subject = 'entry' and subject_id = ${id} and action = 'changed' order by id`,
    );
    assert.deepEqual(
      trail.map(({ detail }) => JSON.parse(detail)),
      [1, 2, 3].map(() => ({ act: 'owner', changed: ['owner'] })),
    );
  });

  it('is nobody’s who may not work it', async () => {
    const id = await complaint();
    const { email } = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    await execute(service.database, `update users set disabled_at = created_at where email = '${email}'`);
    const [gone] = await rows<{ id: number }>(
      service.database,
      `select id from users where email = '${email}'`,
    );
    for (const userId of [elsewhere.userId, reader.userId, sales.userId, gone?.id, 999_999, 2 ** 40]) {
      const refused = await direction.post(`/desk/entries/${id}/owner`, { userId });
      assertFailure(refused, 400, 'INVALID', /^userId: no user who may change this entry/);
    }
    for (const userId of [0, '1', 1.5, undefined]) {
      assertFailure(await direction.post(`/desk/entries/${id}/owner`, { userId }), 400, 'INVALID', /userId/);
    }
    assert.equal((await shown(id)).owner, null);
  });

  it('is not alone in having an owner, which neither processes an entry nor tells its caller', async () => {
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

  it('tells whoever takes charge second who was first', async () => {
    const id = await complaint();
    await direction.post(`/desk/entries/${id}/owner`, { userId: direction.userId, version: 0 });
    const second = await colleague.post(`/desk/entries/${id}/owner`, {
      userId: colleague.userId,
      version: 0,
    });
    assert.equal(second.statusCode, 409);
    assert.deepEqual(second.json().changes[0].detail.owner, { from: null, to: 'Paul Girard' });
    assert.equal((await shown(id)).owner.name, 'Paul Girard');
  });

  it('has no owner any more at another residence', async () => {
    const id = await complaint();
    await admin.post(`/desk/entries/${id}/owner`, { userId: colleague.userId });
    await admin.post(`/desk/entries/${id}/assign`, { establishmentId: 3 });
    assert.equal((await shown(id)).owner.name, 'Inès Moreau');
    await admin.post(`/desk/entries/${id}/assign`, { establishmentId: 5 });
    assert.equal((await shown(id)).owner, null);
  });

  it('is closed by its written answer, and by nothing else', async () => {
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
    assert.deepEqual((await lookUp(service, customId)).data, {
      id,
      customId,
      type: 'survey.type.complaint',
      status: 'processed',
      comment: 'Le chauffage est réparé.',
      commentBy: 'Paul Girard',
    });
    assert.deepEqual(await events(id), ['action', 'processed']);
    // A closed complaint stays closed, with its answer.
    assert.equal((await direction.post(`/desk/entries/${id}/processed`)).statusCode, 200);
    const taken = await direction.patch(`/desk/entries/${id}`, { comment: null });
    assertFailure(taken, 400, 'INVALID', /^comment: expected the answer/);
    assert.equal((await direction.patch(`/desk/entries/${id}`, { comment: 'Réparé.' })).statusCode, 200);
  });

  it('other surveys are closed without a word', async () => {
    const id = await complaint('survey.type.survey');
    assert.equal((await direction.post(`/desk/entries/${id}/processed`)).statusCode, 200);
    assert.equal((await shown(id)).status, 'processed');
    assert.equal((await direction.patch(`/desk/entries/${id}`, { comment: 'Merci' })).statusCode, 200);
    assert.equal((await direction.patch(`/desk/entries/${id}`, { comment: null })).statusCode, 200);
  });
});
