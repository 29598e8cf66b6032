import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { number } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { storedEntry } from '../fixtures/stored-entry.ts';

onSqlite('a survey', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const send = (body: unknown, query = '') =>
    service.post(`/fr/etablissement/4/survey/create?${service.query}${query}`, body);

  it('a survey type may stand in query and body alike; an empty one is none', async () => {
    const type = 'survey.type.survey';
    for (const [customId, query, body] of [
      ['both', type, type],
      ['empty query', '', type],
      ['empty body', type, ''],
    ] as const) {
      await ok(send({ customId, type: body }, `&type=${query}`));
      assert.equal((await storedEntry(service.database, customId)).type, type, customId);
    }
    assertFailure(await send({}, '&type=contact'), 400, 'INVALID', /^type: /);
  });

  it('every field of a survey is kept', async () => {
    const fields = {
      civility: 'contact.civility.mrs',
      firstName: 'Claire',
      lastName: 'Martin',
      lastNameMarital: 'Durand',
      email: 'claire@example.org',
      phone: '06 39 98 12 34',
      ip: '203.0.113.7',
      urgence: 'Sous 15 jours',
      contact: 'Ma mère',
      contact2: 'Mon frère',
    };
    await send({ ...fields, customId: 'all', gclid: 'Cj0' });
    const kept = await storedEntry(service.database, 'all');
    assert.deepEqual(kept.fields, fields);
    assert.equal(kept.gclid, 'Cj0');
    assert.equal(kept.kind, 'survey');
    assert.equal(kept.establishmentId, 4);
  });
});

onSqlite('test mode', (engine) => {
  it('test mode marks what is sent, which is validated, stored and found', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    for (const path of ['etablissement/3/survey', 'etablissement/3/commercial']) {
      const send = (query: string, body: unknown) =>
        service.post(`/fr/${path}/create?${service.query}${query}`, body);
      for (const [query, test] of [
        ['&test=1', true],
        ['&test=0', false],
        ['&test=', false],
        ['', false],
      ] as const) {
        const customId = `${path}${query}`;
        assert.equal((await send(query, { customId })).body, '"ok"');
        assert.equal((await storedEntry(service.database, customId)).test, test, customId);
        await ok(service.get(`/fr/customId/${encodeURIComponent(customId)}?${service.query}`));
      }
      assertFailure(await send('&test=1', { customId: 'a'.repeat(256) }), 400, 'INVALID', /^customId/);
    }
    const application = { customId: 'application' };
    await ok(service.post(`/fr/announcement/postuler?${service.query}&test=1`, application));
    assert.equal((await storedEntry(service.database, 'application')).test, true);
    const body = { NumeroDemandeOrientationCR: '1 / 1_1_1', etablissementId: 3 };
    const orient = (query: string) => service.exchange(`/appli/partner/orientation?${query}`, body);
    assert.equal((await orient('test=2')).statusCode, 400);
    await ok(orient('test=1'));
    const tests = "select count(*) from entries where test = 1 and partnerid = '1 / 1_1_1'";
    assert.equal(await number(service.database, tests), 1);
  });
});
