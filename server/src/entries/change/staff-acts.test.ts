import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assignEntry, editEntry, markProcessed, markSeen, markSpam } from '../../../test/fixtures/acts.ts';
import {
  act,
  addEndpoint,
  eventsOf,
  lookUp,
  send,
  storedEvents,
} from '../../../test/fixtures/entry-events.ts';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import {
  countsOf,
  entryRow,
  foundByPhone,
  historyOf,
  newestEntry,
  storedActions,
} from '../../../test/fixtures/stored-entry.ts';
import { ValidationError } from '../../validation/validation-error.ts';

onSqlite('acts of staff', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
  });
  after(() => service.close());

  let sent = 0;
  /** A new commercial entry with a residence and a year of its own. */
  async function lead(body: Record<string, unknown> = {}, route?: string, query?: string) {
    const customId = `lead-${++sent}`;
    return { customId, id: await send(service, customId, body, route, query) };
  }
  const survey = 'etablissement/3/survey/create';
  const application = 'announcement/postuler';
  const counted = (year: number, establishment?: number) => countsOf(service, year, establishment);
  const known = (phone: string) => foundByPhone(service, phone);
  const history = async (id: number) =>
    (await historyOf(service.database, id)).map(({ detail, ...line }) => ({ ...line, ...detail }));
  const actionsOf = (id: number) => storedActions(service.database, id);
  const row = (id: number) => entryRow(service.database, id);
  const status = async (id: number) => (await row(id)).status;

  it('the caller reads the comment of staff, with who wrote it', async () => {
    const { id, customId } = await lead({ comment: 'Préfère le calme' });
    const write = (comment: string | null) =>
      eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, { comment }));
    assert.deepEqual((await lookUp(service, customId)).data.commentBy, null);
    assert.deepEqual(await write('Famille rappelée'), ['updated']);
    const { comment, commentBy } = (await lookUp(service, customId)).data;
    assert.deepEqual([comment, commentBy], ['Famille rappelée', 'Anne Roux']);
    assert.deepEqual(await write('Visite prévue'), ['updated']);
    assert.deepEqual(await write('Visite prévue'), []);
    assert.deepEqual(await write(null), ['updated']);
  });

  it('an action counts once it is done in a stage', async () => {
    const { id } = await lead({ dateFirstContact: '2011-05-01' });
    const change = (action: object) =>
      eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, { actions: [action] }));
    assert.deepEqual(await change({ comment: 'Note' }), ['action']);
    assert.deepEqual(await counted(2011), [1, 0]);
    const planned = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
    assert.deepEqual(await change(planned), ['processed', 'action']);
    assert.deepEqual(await counted(2011), [1, 0]);
    assert.deepEqual(await change({ position: 1, time: '15:00' }), []);
    assert.deepEqual(await change({ position: 1, done: true }), ['action']);
    assert.deepEqual(await counted(2011), [1, 1]);
    assert.deepEqual(await actionsOf(id), [
      { date: null, time: null, comment: 'Note', stage: null, done: 1, author: 'Anne Roux' },
      { date: '2026-03-10', time: '15:00', comment: null, stage: 'Visite', done: 1, author: 'Anne Roux' },
    ]);
    assert.deepEqual(await change({ position: 1, done: false }), []);
    assert.deepEqual(await counted(2011), [1, 0]);
    await assert.rejects(change({ position: 7 }), ValidationError);
  });

  it('the result and its reason are set, and told once', async () => {
    const { id, customId } = await lead({ dateFirstContact: '2012-05-01' });
    const set = (edit: object) => eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, edit));
    const refused = { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse' };
    assert.deepEqual(await set(refused), ['processed', 'result']);
    assert.deepEqual(await set(refused), []);
    assert.deepEqual(await set({ motif: 'commercial.motif.financier' }), ['result']);
    const { resultat, motif } = (await lookUp(service, customId)).data;
    assert.deepEqual([resultat, motif], ['commercial.resultat.refuse', 'commercial.motif.financier']);
    assert.deepEqual(await set({ resultat: null, motif: null }), ['result']);
    assert.deepEqual(await counted(2012), [1, 0]);
  });

  it('an admission is recorded with its result, and no second time', async () => {
    const { id } = await lead({ dateFirstContact: '2013-05-01' });
    const set = (edit: object) => eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, edit));
    const realisee = { resultat: 'commercial.resultat.realisee' };
    assert.deepEqual(await set(realisee), ['processed', 'action', 'result']);
    const admission = { time: null, comment: null, stage: 'Admission réalisé', done: 1, author: 'Anne Roux' };
    assert.deepEqual(await actionsOf(id), [{ date: '2026-03-04', ...admission }]);
    assert.deepEqual(await counted(2013), [1, 1]);
    assert.deepEqual(await set({ resultat: 'commercial.resultat.nosuite' }), ['result']);
    assert.deepEqual(await counted(2013), [1, 1]);
    assert.deepEqual(await set(realisee), ['result']);
    assert.equal((await actionsOf(id)).length, 1);

    const other = await lead();
    const entered: object = { actions: [{ date: '2026-02-01', stage: 'Admission réalisé' }], ...realisee };
    await act(service, (tx, staff) => editEntry(tx, other.id, staff, entered));
    assert.deepEqual(await actionsOf(other.id), [{ date: '2026-02-01', ...admission }]);
  });

  it('the caller is told of what it is shown, and of nothing else', async () => {
    const { id } = await lead({ phoneClient: '06 39 98 50 01', dateFirstContact: '2014-05-01' });
    await act(service, (tx, staff) => markProcessed(tx, id, staff));
    const edit = (change: object) => eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, change));
    assert.deepEqual(await edit({ fields: { phoneClient: '06 39 98 50 02', lastNameClient: 'Petit' } }), []);
    assert.deepEqual([await known('0639985001'), await known('0639985002')], [[], [id]]);
    assert.deepEqual(await edit({ relations: new Map([[0, { cellphone: '06 39 98 50 03' }]]) }), []);
    assert.deepEqual(await known('0639985003'), [id]);
    assert.deepEqual(await edit({ contactDate: '2015-05-01' }), []);
    assert.deepEqual([await counted(2014), await counted(2015)], [[0, 0], [1, 0]]); // biome-ignore format: one line a year
    assert.deepEqual(await edit({ sejourType: 'commercial.sejourType.temporaire' }), ['updated']);
    assert.deepEqual(await edit({ type: 'commercial.type.phone' }), ['updated']);
    assert.deepEqual(JSON.parse((await row(id)).fields), {
      phoneClient: '06 39 98 50 02',
      lastNameClient: 'Petit',
      dateFirstContact: '2015-05-01',
    });
  });

  it('an entry that is assigned or read is not processed by that', async () => {
    const { id } = await lead({ dateFirstContact: '2016-05-01' });
    await execute(service.database, `update entries set flagged = 1 where id = ${id}`);
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => assignEntry(tx, id, staff, 4)), []);
    assert.deepEqual([await counted(2016), await counted(2016, 4)], [[0, 0], [1, 0]]); // biome-ignore format: one line a residence
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => markSeen(tx, id, staff)), []);
    assert.equal(await status(id), 'new');
    assert.equal((await row(id)).flagged, 0);
    assert.deepEqual(
      (await history(id)).map(({ change, changes }) => [change, changes]),
      [
        ['assigned', { establishment: { from: 3, to: 4 } }],
        ['seen', undefined],
      ],
    );
  });

  it('an answered survey or application is processed, a noted one is not', async () => {
    for (const route of [survey, application]) {
      const { id, customId } = await lead({}, route);
      const edit = (change: object) => eventsOf(service, id, (tx, staff) => editEntry(tx, id, staff, change));
      assert.equal(await status(id), 'new');
      assert.deepEqual(await edit({ actions: [{ comment: 'Note' }] }), ['action']);
      assert.deepEqual(await edit({ comment: 'Merci' }), ['processed']);
      const { status: shown, comment, commentBy } = (await lookUp(service, customId)).data;
      assert.deepEqual([shown, comment, commentBy], ['processed', 'Merci', 'Anne Roux']);
    }
  });

  it('the history says who, when, and what from and to', async () => {
    const { id } = await lead({ comment: 'a', commercialrelations: [{ lastName: 'Martin' }] });
    service.clock.now = new Date('2026-03-05T10:00:00.000Z');
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, {
        comment: 'b',
        resultat: 'commercial.resultat.nosuite',
        fields: { villeClient: 'Angers' },
        relations: new Map([[0, { lastName: 'Martain' }]]),
        actions: [{ date: '2026-03-09', stage: 'Visite', done: false }],
      }),
    );
    const all = [{}, { comment: 'b' }, { comment: null, resultat: null }];
    for (const edit of all.slice(0, 2)) await act(service, (tx, staff) => editEntry(tx, id, staff, edit));
    const to = (value: unknown) => ({ from: null, to: value });
    assert.deepEqual(await history(id), [
      {
        at: '2026-03-05T10:00:00.000Z',
        author: 'Anne Roux',
        change: 'updated',
        changes: {
          comment: { from: 'a', to: 'b' },
          resultat: to('commercial.resultat.nosuite'),
          status: { from: 'new', to: 'processed' },
          villeClient: to('Angers'),
        },
        relations: { 0: { lastName: { from: 'Martin', to: 'Martain' } } },
        actions: { 0: { date: to('2026-03-09'), stage: to('Visite'), done: to(false) } },
      },
    ]);
  });

  it('fields called like ours do not hide an act', async () => {
    const { id } = await lead({ status: 'x', spam: true, contactDate: 'y', kind: null });
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => markProcessed(tx, id, staff)), ['processed']);
    assert.deepEqual((await history(id))[0]?.changes, {
      status: { from: 'new', to: 'processed' },
      reached: { from: false, to: true },
    });
    await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    assert.equal((await row(id)).spam, 1);
  });

  it('an event says whether it is of a test; without a customId there is none', async () => {
    const [test, real] = [await lead({}, undefined, '&test=1'), await lead()];
    for (const [{ id }, isTest] of [
      [test, true],
      [real, false],
    ] as const) {
      assert.deepEqual(await eventsOf(service, id, (tx, staff) => markProcessed(tx, id, staff)), [
        'processed',
      ]);
      const [told, ...more] = await storedEvents(service, id);
      assert.deepEqual([told?.test, more.length], [isTest, 0]);
    }
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { comment: 'sans' });
    const id = await newestEntry(service.database);
    assert.deepEqual(await eventsOf(service, id, (tx, staff) => markProcessed(tx, id, staff)), []);
    const { status: shown, sequence } = await row(id);
    assert.deepEqual([shown, sequence], ['processed', 0]);
  });

  it('a failed event insert rolls the act back', async () => {
    const { id, customId } = await lead({ comment: 'a', dateFirstContact: '2018-05-01' });
    const set = () =>
      act(service, (tx, staff) =>
        editEntry(tx, id, staff, { comment: 'b', resultat: 'commercial.resultat.realisee' }),
      );
    const everything = async () => [
      await lookUp(service, customId),
      await history(id),
      await actionsOf(id),
      await counted(2018),
      (await row(id)).sequence,
      await number(service.database, `select count(*) from outbox where entry_id = ${id}`),
    ];
    const untouched = await everything();
    // No event can be written: the entry does not change either.
    await execute(service.database, 'alter table outbox rename to away');
    await assert.rejects(set());
    await execute(service.database, 'alter table away rename to outbox');
    assert.deepEqual(await everything(), untouched);
    // The transaction fails after the events were appended: they are rolled back too.
    await assert.rejects(
      act(service, async (tx, staff) => {
        await editEntry(tx, id, staff, { comment: 'b' });
        await editEntry(tx, id, staff, { actions: [{ position: 9 }] });
      }),
    );
    assert.deepEqual(await everything(), untouched);
    await set();
    assert.equal((await storedEvents(service, id)).length, 3);
  });
});
