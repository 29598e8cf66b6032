import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { recountContacts } from './recount-contacts.ts';
import { recountFunnel } from './recount-funnel.ts';

const establishment = fc.constantFrom(1, 3, 4, 5, 6, 7, 8, 9, 10);
const day = fc.constantFrom('1899-12-31', '2024-12-31', '2025-01-01', '2025-06-15', '2026-01-01', null);
const resultat = fc.constantFrom('commercial.resultat.realisee', 'commercial.resultat.refuse', null);
const test = fc.constantFrom('', '', '', '&test=1');
const smallText = fc.constantFrom('a', 'b', 'c');

const lead = fc.record({
  route: fc.constant('lead' as const),
  establishment,
  test,
  body: fc.record({
    customId: fc.constantFrom('1', '2', '3', null),
    dateFirstContact: day,
    resultat,
    comment: smallText,
    commercialactions: fc.array(fc.record({ date: day }), { maxLength: 2 }),
  }),
});
const other = fc.record({
  route: fc.constantFrom('survey' as const, 'application' as const),
  establishment,
  test,
  body: fc.record({ customId: fc.constantFrom('1', null) }),
});
const orientation = fc.record({
  route: fc.constant('orientation' as const),
  establishment,
  test,
  body: fc.record({
    NumeroDemandeOrientationCR: fc.constantFrom('1 / 1_1_1', '1 / 1_1_2', '1 / 1_1_3', null),
    etablissementId: fc.option(establishment),
    DateContact: day,
    GirEstime: smallText,
    'PersonneAgee / Mobile': fc.constantFrom('+33639980001', '+33639980002', null),
  }),
});
// Those of one group are sent at the same instant.
const groups = fc.array(fc.array(fc.oneof(lead, orientation, other), { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});
type Sending = typeof groups extends fc.Arbitrary<(infer G)[][]> ? G : never;

onSqlite('the counts kept for the statistics', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  function send({ route, establishment: id, test: inTest, body }: Sending) {
    const query = `${service.query}${inTest}`;
    switch (route) {
      case 'lead':
        return service.post(`/fr/etablissement/${id}/commercial/create?${query}`, body);
      case 'survey':
        return service.post(`/fr/etablissement/${id}/survey/create?${query}`, body);
      case 'application':
        return service.post(`/fr/announcement/postuler?${query}`, { ...body, etablissementId: id });
      case 'orientation':
        return service.exchange(`/appli/partner/orientation?${inTest}`, body);
      default:
        return route satisfies never;
    }
  }

  it('always equal a recount of the entries', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        for (const group of all) {
          for (const answer of await Promise.all(group.map(send))) {
            assert.equal(answer.statusCode, 200, answer.body);
          }
        }
        assert.deepEqual(await recountContacts(service.database.read), []);
        assert.deepEqual(await recountFunnel(service.database.read), []);
      }),
      { numRuns: roundsOf(40) },
    );
    // The statistics return the recounted numbers.
    const counted = await number(service.database, 'select sum(total) from contact_counts');
    assert.equal(counted > 0, true);
    const here = "from entries where kind = 'commercial' and test = 0 and establishment_id is not null";
    assert.equal(counted, await number(service.database, `select count(*) ${here}`));
    let answered = 0;
    for (const year of [2024, 2025, 2026]) {
      const statistics = await service.get(`/fr/statscontact/${year}?${service.query}`);
      for (const { total } of statistics.json<{ total: number }[]>()) answered += total;
    }
    const before1900 = await number(
      service.database,
      `select count(*) ${here} and contact_date < '1900-01-01'`,
    );
    assert.equal(answered, counted - before1900);
  });

  it('are told apart from the recount wherever they differ', async () => {
    const { database } = service;
    await execute(database, `delete from contact_counts`);
    for (const table of [
      'history',
      'orientations',
      'actions',
      'relations',
      'entry_phones',
      'files',
      'entries',
    ]) {
      await execute(database, `delete from ${table}`);
    }
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

  it('of a month too', async () => {
    const { database } = service;
    await execute(database, 'delete from lead_counts');
    const found = await recountFunnel(database.read);
    assert.deepEqual(found, [
      { year: 2020, month: 1, establishmentId: 1 },
      { year: 2021, month: 1, establishmentId: 3 },
    ]);
  });

  it('do not hold a planned action, nor a note of staff', async () => {
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
