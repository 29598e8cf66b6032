import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createManually } from '../../../test/fixtures/acts.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../../../test/fixtures/service.ts';
import type { EntriesTable } from '../../store/tables.ts';
import type { ManualEntry } from './manual-entry.ts';

onOneEngine('an entry that staff write down', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const create = (written: Omit<ManualEntry, 'establishmentId' | 'type'> = {}) =>
    service.database.transaction((tx) =>
      createManually(
        tx,
        { author: 'Anne Roux', at: service.clock.now.toISOString() },
        { establishmentId: 5, type: 'commercial.type.phone', ...written },
      ),
    );
  const stored = async (id: number) =>
    (await rows<EntriesTable>(service.database, `select * from entries where id = ${id}`))[0];
  const actionsOf = (id: number) =>
    rows(
      service.database,
      `select date, time, comment, stage, done, author from actions where entry_id = ${id} order by position`,
    );
  async function counted(year: number) {
    const answer = await service.get(`/fr/statscontact/${year}?${service.query}`);
    const all = answer.json<{ id: number; total: number; hasAction: number }[]>();
    const here = all.find(({ id }) => id === 5);
    return [here?.total, here?.hasAction];
  }

  it('holds what they wrote, and is processed from the start', async () => {
    const id = await create({
      sejourType: 'commercial.sejourType.permanent',
      comment: 'Pour sa mère',
      dateFirstContact: '2011-05-01',
      fields: { lastNameClient: 'Petit', phoneClient: '06 39 98 80 01' },
      relations: [{ lastName: 'Martin', cellphone: '06 39 98 80 02' }],
      actions: [{ date: '2026-03-10', time: '14:30', stage: 'Visite', done: false }],
    });
    const entry = await stored(id);
    assert.ok(entry !== undefined);
    assert.deepEqual(
      [entry.kind, entry.type, entry.sejour_type, entry.status, entry.establishment_id, entry.test],
      ['commercial', 'commercial.type.phone', 'commercial.sejourType.permanent', 'processed', 5, 0],
    );
    assert.deepEqual([entry.comment, entry.comment_by], ['Pour sa mère', 'Anne Roux']);
    assert.deepEqual([entry.caller_id, entry.custom_id, entry.partner_id], [null, null, null]);
    assert.deepEqual(JSON.parse(entry.fields), {
      lastNameClient: 'Petit',
      phoneClient: '06 39 98 80 01',
      dateFirstContact: '2011-05-01',
    });
    assert.deepEqual(await actionsOf(id), [
      { date: '2026-03-10', time: '14:30', comment: null, stage: 'Visite', done: 0, author: 'Anne Roux' },
    ]);
    assert.deepEqual(await counted(2011), [1, 0]);
    for (const phone of ['0639988001', '0639988002']) {
      const found = await service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`);
      assert.deepEqual(
        found.json().map((match: { id: number }) => match.id),
        [id],
      );
    }
    assert.deepEqual(
      await rows(service.database, `select author, change, detail from history where entry_id = ${id}`),
      [{ author: 'Anne Roux', change: 'created', detail: '{}' }],
    );
  });

  it('came today, in Paris, unless they say otherwise', async () => {
    service.clock.now = new Date('2026-06-30T22:30:00.000Z');
    const entry = await stored(await create());
    assert.equal(entry?.contact_date, '2026-07-01');
    assert.deepEqual([entry?.fields, entry?.comment_by], ['{}', null]);
  });

  it('records an admission with its result, unless they wrote that down too', async () => {
    const realisee = { resultat: 'commercial.resultat.realisee', dateFirstContact: '2012-05-01' } as const;
    const admission = { time: null, comment: null, stage: 'Admission réalisé', done: 1, author: 'Anne Roux' };
    assert.deepEqual(await actionsOf(await create(realisee)), [{ date: '2026-07-01', ...admission }]);
    const actions = [{ date: '2012-06-01', stage: 'Admission réalisé', done: true }] as const;
    assert.deepEqual(await actionsOf(await create({ ...realisee, actions })), [
      { date: '2012-06-01', ...admission },
    ]);
    assert.deepEqual(await counted(2012), [2, 2]);
  });

  it('counts no note as an action', async () => {
    await create({ dateFirstContact: '2013-05-01', actions: [{ comment: 'Note', done: true }] });
    assert.deepEqual(await counted(2013), [1, 0]);
  });
});
