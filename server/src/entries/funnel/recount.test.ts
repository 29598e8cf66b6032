import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { execute } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { recountContacts } from './recount-contacts.ts';

onSqlite('the counts kept for the statistics', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('a recount says where the kept counts differ', async () => {
    const { database } = service;
    const post = (id: number, dateFirstContact: string, action: boolean) =>
      service.post(`/fr/etablissement/${id}/commercial/create?${service.query}`, {
        dateFirstContact,
        ...(action && { commercialactions: [{}] }),
      });
    await post(1, '2020-01-01', true);
    await post(1, '2020-01-01', false);
    await post(3, '2021-01-01', true);
    assert.deepEqual(await recountContacts(database.read), []);

    await execute(database, `update contact_counts set total = 5 where year = 2020`);
    await execute(database, `delete from contact_counts where year = 2021`);
    await execute(database, `insert into contact_counts values (2022, 9, 1, 1)`);
    assert.deepEqual(await recountContacts(database.read), [
      { year: 2020, establishmentId: 1, kept: { total: 5, hasAction: 1 }, found: { total: 2, hasAction: 1 } },
      { year: 2021, establishmentId: 3, kept: { total: 0, hasAction: 0 }, found: { total: 1, hasAction: 1 } },
      { year: 2022, establishmentId: 9, kept: { total: 1, hasAction: 1 }, found: { total: 0, hasAction: 0 } },
    ]);
  });

  it('neither a planned action nor a note of staff counts as an action', async () => {
    const { database } = service;
    await service.post(`/fr/etablissement/10/commercial/create?${service.query}`, {
      dateFirstContact: '2019-01-01',
      commercialactions: [{}],
    });
    const differing = async () =>
      (await recountContacts(database.read)).filter(({ year }) => year === 2019).map(({ found }) => found);
    const action = (columns: string) =>
      execute(
        database,
        `update actions set ${columns} where entry_id = (select id from entries where contact_date = '2019-01-01')`,
      );
    assert.deepEqual(await differing(), []);
    await action(`done = 0`);
    assert.deepEqual(await differing(), [{ total: 1, hasAction: 0 }]);
    await action(`done = 1, author = 'Anne Roux'`);
    assert.deepEqual(await differing(), [{ total: 1, hasAction: 0 }]);
    await action(`stage = 'Visite'`);
    assert.deepEqual(await differing(), []);
    await action(`stage = 'Parti', author = null`);
    assert.deepEqual(await differing(), []);
  });
});
