import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { editEntry, markProcessed, markSpam, separate, unite } from '../../../test/fixtures/acts.ts';
import {
  act,
  addEndpoint,
  eventsOf,
  lookUp,
  send,
  storedEvents,
} from '../../../test/fixtures/entry-events.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { countsOf, entryRow, foundByPhone, historyOf } from '../../../test/fixtures/stored-entry.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { chainedDuplicates, releaseChained } from './unite.ts';

onSqlite('entries that are united with another', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
  });
  after(() => service.close());

  let sent = 0;
  const lead = (body: Record<string, unknown> = {}, route?: string, query?: string) =>
    send(service, `d-${++sent}`, body, route, query);
  const mark = (id: number, kept: number) => eventsOf(service, id, (tx, staff) => unite(tx, id, staff, kept));
  const undo = (id: number) => eventsOf(service, id, (tx, staff) => separate(tx, id, staff));
  const set = (id: number, edit: object) => act(service, (tx, staff) => editEntry(tx, id, staff, edit));
  const nosuite = { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' };
  async function reported(id: number) {
    const { custom_id } = await entryRow(service.database, id);
    const { resultat, motif } = (await lookUp(service, custom_id ?? '')).data;
    return { resultat, motif };
  }
  const keptOf = async (id: number) => (await entryRow(service.database, id)).duplicate_of;
  const counted = (year: number) => countsOf(service, year);
  const known = (phone: string) => foundByPhone(service, phone);

  it('a united entry reports the result of the kept one, whenever it changes', async () => {
    const kept = await lead();
    const id = await lead();
    assert.deepEqual(await mark(id, kept), []);
    await set(kept, nosuite);
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ event, sequence }) => [event, sequence]),
      [['result', 1]],
    );
    assert.deepEqual(await reported(id), nosuite);
    assert.deepEqual((await storedEvents(service, id)).at(-1)?.data, {
      ...(await lookUp(service, `d-${sent}`)).data,
      ...nosuite,
    });
    // An act that does not change the result causes an event of the kept entry alone.
    await set(kept, { comment: 'Rappelée' });
    assert.equal((await storedEvents(service, id)).length, 1);
    assert.deepEqual(await undo(id), ['result']);
    assert.deepEqual(await reported(id), { resultat: null, motif: null });
    await set(kept, { resultat: null, motif: null });
    assert.equal((await storedEvents(service, id)).length, 2);
  });

  it('a united entry takes over a result, and has its own again once separated', async () => {
    const kept = await lead(nosuite);
    const own = { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse' };
    const id = await lead(own);
    assert.deepEqual(await mark(id, kept), ['result']);
    assert.deepEqual(await reported(id), nosuite);
    assert.deepEqual(await mark(id, kept), []);
    assert.deepEqual(await undo(id), ['result']);
    assert.deepEqual(await reported(id), own);
  });

  it('a united entry leaves the statistics until it is separated', async () => {
    const kept = await lead({ dateFirstContact: '2011-05-01' });
    const id = await lead({ dateFirstContact: '2011-06-01', commercialactions: [{}] });
    assert.deepEqual(await counted(2011), [2, 1]);
    await mark(id, kept);
    assert.deepEqual(await counted(2011), [1, 1], 'with the action that was taken over');
    // Neither twice, nor back because it is no spam.
    await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    await act(service, (tx, staff) => markSpam(tx, id, staff, false));
    assert.deepEqual(await counted(2011), [1, 1]);
    await undo(id);
    assert.deepEqual(await counted(2011), [2, 1]);
  });

  it('the phone check finds the kept entry, once', async () => {
    const kept = await lead({ phoneClient: '06 39 98 60 01' });
    const id = await lead({ phoneClient: '06 39 98 60 01', cellphoneClient: '06 39 98 60 02' });
    assert.deepEqual([await known('0639986001'), await known('0639986002')], [[id, kept], [id]]);
    await mark(id, kept);
    assert.deepEqual([await known('0639986001'), await known('0639986002')], [[kept], [kept]]);
    await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    assert.deepEqual([await known('0639986001'), await known('0639986002')], [[kept], [kept]]);
    await act(service, (tx, staff) => markSpam(tx, id, staff, false));
    await act(service, (tx, staff) => markSpam(tx, kept, staff, true));
    assert.deepEqual([await known('0639986001'), await known('0639986002')], [[], []]);
    await act(service, (tx, staff) => markSpam(tx, kept, staff, false));
    await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    await undo(id);
    await act(service, (tx, staff) => markSpam(tx, id, staff, false));
    assert.deepEqual([await known('0639986001'), await known('0639986002')], [[id, kept], [id]]);
  });

  it('a duplicate is never kept, and the last united is separated first', async () => {
    const [kept, second, third, other] = [await lead(), await lead(), await lead(), await lead()];
    await mark(second, kept);
    await mark(third, kept);
    const refused = (doing: Promise<unknown>, message: string) =>
      assert.rejects(doing, { code: 'CONFLICT', message });
    await refused(mark(other, third), `of: expected entry ${kept}, with which ${third} was united`);
    await refused(mark(third, other), `id: expected entry ${kept}, with which ${third} was united`);
    await refused(
      mark(kept, other),
      `id: expected entry ${kept}, which has duplicates of its own, to be kept`,
    );
    await refused(undo(second), `of: expected entry ${third}, the last united, to be separated first`);
    await undo(third);
    await undo(second);
    assert.deepEqual([await keptOf(second), await keptOf(third)], [null, null]);
  });

  it('what a duplicate or the entry itself hides is released', async () => {
    const [a, b, c, d] = [await lead(), await lead(), await lead(), await lead()];
    const { database, clock } = service;
    for (const [id, kept] of [
      [a, b],
      [b, a],
      [c, a],
      [d, d],
    ])
      await execute(database, `update entries set duplicate_of = ${kept} where id = ${id}`);
    await database.write(releaseChained, await chainedDuplicates(database.read), clock.now);
    assert.deepEqual(
      [await keptOf(a), await keptOf(b), await keptOf(c), await keptOf(d)],
      [null, a, a, null],
    );
  });

  it('only another entry of the same nature is united', async () => {
    const survey = 'etablissement/3/survey/create';
    const [id, test, form] = [await lead(), await lead({}, undefined, '&test=1'), await lead({}, survey)];
    await assert.rejects(mark(id, id), ValidationError);
    await assert.rejects(mark(id, test), ValidationError);
    await assert.rejects(mark(test, id), ValidationError);
    await assert.rejects(mark(id, form), ValidationError);
    await assert.rejects(mark(id, 999_999), { code: 'NOTFOUND' });
    assert.equal(await keptOf(id), null);
    assert.deepEqual(await mark(form, id), []);
    // A survey shows no result.
    await set(id, nosuite);
    assert.equal((await storedEvents(service, form)).length, 0);
  });

  it('uniting and separating stand in the history', async () => {
    const [kept, id] = [await lead(), await lead()];
    await act(service, (tx, staff) => markProcessed(tx, id, staff));
    await mark(id, kept);
    await undo(id);
    const lines = (await historyOf(service.database, id)).filter(({ change }) => change === 'duplicate');
    assert.deepEqual(
      lines.map(({ author, detail }) => [author, detail.changes]),
      [
        ['Anne Roux', { duplicateOf: { from: null, to: kept } }],
        ['Anne Roux', { duplicateOf: { from: kept, to: null } }],
      ],
    );
  });
});
