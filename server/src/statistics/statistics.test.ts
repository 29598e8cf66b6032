import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { untilNotified } from '../../test/fixtures/change-notifications.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { ContactStatistics } from '../contract/establishment.ts';

const ids = [1, 3, 4, 5, 6, 7, 8, 9, 10];

onSqlite('contact statistics', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function lead(establishment: number, body: Record<string, unknown>, parameters = '') {
    const answer = await service.post(
      `/fr/etablissement/${establishment}/commercial/create?${service.query}${parameters}`,
      body,
    );
    assert.equal(answer.body, '"ok"', answer.body);
  }
  async function statistics(year: number | string): Promise<ContactStatistics[]> {
    return ok<ContactStatistics[]>(service.get(`/fr/statscontact/${year}?${service.query}`));
  }
  /** `[total, hasAction]` of an establishment. */
  async function counts(year: number, establishment: number) {
    const record = (await statistics(year)).find(({ id }) => id === establishment);
    return [record?.total, record?.hasAction];
  }

  it('each residence has one record, by id, zeros included', async () => {
    const empty = await statistics(1999);
    assert.deepEqual(
      empty.map(({ id, total, hasAction }) => ({ id, total, hasAction })),
      ids.map((id) => ({ id, total: 0, hasAction: 0 })),
    );
    for (const record of empty) {
      assert.deepEqual(Object.keys(record), ['id', 'name', 'total', 'hasAction']);
      assert.equal(record.name === '', false);
    }
    await lead(4, { dateFirstContact: '2001-02-03' });
    assert.deepEqual(
      (await statistics(2001)).map(({ total }) => total),
      ids.map((id) => (id === 4 ? 1 : 0)),
    );
  });

  it('new residences count at once, and large ids apart in one batch', async () => {
    await untilNotified(service.database, 'residences', () =>
      execute(
        service.database,
        "insert into establishments (id, group_id, name, details) values (1000003, 1, 'Loin', '{}'), (2000000, 1, 'Neuve', '{}')",
      ),
    );
    await Promise.all([
      lead(1_000_003, { dateFirstContact: '1950-01-01' }),
      lead(3, { dateFirstContact: '1951-01-01' }),
      lead(1_000_003, { dateFirstContact: '1950-01-01' }),
    ]);
    assert.deepEqual(await counts(1950, 1_000_003), [2, 0]);
    assert.deepEqual(await counts(1951, 3), [1, 0]);
    const newest = { id: 2_000_000, name: 'Neuve', total: 0, hasAction: 0 };
    assert.deepEqual((await statistics(1950)).at(-1), newest);
  });

  it('a lead counts in the year of its first contact, whenever it came', async () => {
    await lead(1, { dateFirstContact: '2003-01-01' });
    await lead(1, { dateFirstContact: '2003-12-31' });
    await lead(1, { dateFirstContact: '2004-01-01' });
    assert.deepEqual(await counts(2003, 1), [2, 0]);
    assert.deepEqual(await counts(2004, 1), [1, 0]);
  });

  it('without a date of first contact it counts by the day of receipt in Paris', async () => {
    const instants = [
      // Winter time: midnight in Paris is 23:00 in UTC.
      ['2027-12-31T22:59:59.999Z', 2027],
      ['2027-12-31T23:00:00.000Z', 2028],
      ['2028-12-31T22:59:59.999Z', 2028],
      ['2028-12-31T23:00:00.000Z', 2029],
      ['2029-01-01T00:00:00.000Z', 2029],
    ] as const;
    const start = service.clock.now;
    for (const [instant] of instants) {
      service.clock.now = new Date(instant);
      await lead(5, {});
      await lead(5, { dateFirstContact: '2005-05-05' });
    }
    service.clock.now = start;
    assert.deepEqual(await counts(2027, 5), [1, 0]);
    assert.deepEqual(await counts(2028, 5), [2, 0]);
    assert.deepEqual(await counts(2029, 5), [2, 0]);
    assert.deepEqual(await counts(2005, 5), [5, 0]);
  });

  it('an action that was sent, or an admission done, counts as acted on, once', async () => {
    const dateFirstContact = '2006-01-01';
    for (const [body, acted] of [
      [{}, 0],
      [{ commercialactions: [] }, 0],
      [{ commercialactions: [{}] }, 1],
      [{ commercialactions: [{ date: '2006-01-02', comment: 'Appel' }, { date: '2031-01-01' }] }, 1],
      [{ resultat: 'commercial.resultat.realisee' }, 1],
      [{ resultat: 'commercial.resultat.refuse' }, 0],
      [{ resultat: 'commercial.resultat.nosuite' }, 0],
      [{ motif: 'commercial.motif.financier' }, 0],
    ] as const) {
      const [total = 0, before = 0] = await counts(2006, 6);
      await lead(6, { dateFirstContact, ...body });
      assert.deepEqual(await counts(2006, 6), [total + 1, before + acted], JSON.stringify(body));
    }
  });

  it('a year is from 1900 to 2999', async () => {
    await lead(3, { dateFirstContact: '1900-06-01' });
    assert.deepEqual(await counts(1900, 3), [1, 0]);
    assert.deepEqual(await counts(2999, 3), [0, 0]);
    for (const wrong of '1899 3000 0 -2024 2024abc 2024.5 abc 20%2024 1e400 %00'.split(' ')) {
      const answer = await service.get(`/fr/statscontact/${wrong}?${service.query}`);
      assertFailure(answer, 400, 'INVALID', /year/);
    }
  });

  it('a contact date outside these years is stored all the same', async () => {
    for (const day of ['0001-01-01', '1899-12-31', '3000-01-01', '9999-12-31']) {
      await lead(3, { customId: day, dateFirstContact: day });
      assert.equal((await service.get(`/fr/customId/${day}?${service.query}`)).statusCode, 200);
    }
    // There was no year 0.
    const none = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
      dateFirstContact: '0000-06-01',
    });
    assertFailure(none, 400, 'INVALID', /dateFirstContact/);
  });
});
