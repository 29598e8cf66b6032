import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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

  it('has a type from the query, the body, both when they agree, or is a contact', async () => {
    const sent: [customId: string, query: string | undefined, body: string | undefined, type: string][] = [
      ['query', 'survey.type.complaint', undefined, 'survey.type.complaint'],
      ['body', undefined, 'survey.type.survey', 'survey.type.survey'],
      ['both', 'survey.type.survey', 'survey.type.survey', 'survey.type.survey'],
      ['empty query', '', 'survey.type.survey', 'survey.type.survey'],
      ['empty body', 'survey.type.survey', '', 'survey.type.survey'],
      ['none', undefined, undefined, 'survey.type.contact'],
    ];
    for (const [customId, query, body, type] of sent) {
      const answer = await send({ customId, type: body }, query === undefined ? '' : `&type=${query}`);
      assert.equal(answer.body, '"ok"', customId);
      assert.equal((await storedEntry(service.database, customId)).type, type, customId);
    }
  });

  it('with two different types is refused, and so is one with an unknown type', async () => {
    const two = await send({ type: 'survey.type.contact' }, '&type=survey.type.survey');
    assertFailure(two, 400, 'INVALID', /^type: expected the same/);
    assertFailure(
      await send({ type: 'contact' }),
      400,
      'INVALID',
      /^type: expected one of survey\.type\.complaint/,
    );
    assertFailure(await send({}, '&type=contact'), 400, 'INVALID', /^type: /);
  });

  it('keeps every field of the contract', async () => {
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
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const creating = [
    '/fr/etablissement/3/survey/create',
    '/fr/etablissement/3/commercial/create',
    '/fr/announcement/postuler',
  ];

  describe('on a creating route', () => {
    for (const path of creating) {
      it(`${path} marks the entry, which is validated, stored and found`, async () => {
        const send = (query: string, body: unknown) => service.post(`${path}?${service.query}${query}`, body);
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
      });
    }
  });

  it('on the exchange marks the entry of the orientation', async () => {
    const tests = () => number(service.database, 'select count(*) as n from entries where test = 1');
    const before = await tests();
    const body = { NumeroDemandeOrientationCR: '1 / 1_1_1', etablissementId: 3 };
    assert.equal((await service.exchange('/appli/partner/orientation?test=1', body)).statusCode, 200);
    assert.equal(await tests(), before + 1);
    await ok(service.exchange('/appli/partner/suivi?test=1', { ...body, State: 'Conclu' }));
    assert.equal(
      (await service.exchange('/appli/partner/suivi', { ...body, State: 'Conclu' })).statusCode,
      404,
    );
    assert.equal((await service.exchange('/appli/partner/orientation?test=2', body)).statusCode, 400);
  });
});
