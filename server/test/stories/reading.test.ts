import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { entryCount, storedEntry } from '../fixtures/stored-entry.ts';

onSqlite('what is read is what is stored', (engine) => {
  let service: TestService;
  let create: (body: unknown, headers?: Record<string, string>) => ReturnType<TestService['post']>;
  before(async () => {
    service = await startService(engine);
    create = (body, headers) =>
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, body, headers);
  });
  after(() => service.close());

  async function accepted(body: unknown, customId: string) {
    await ok(create(body));
    return storedEntry(service.database, customId);
  }

  it('every field, coerced and cleaned', async () => {
    const kept = await accepted(
      {
        customId: 'every field',
        type: 'commercial.type.phone',
        ageClient: '85',
        codePostalClient: 75008,
        lastNameClient: ' Le\u0300ve\u0301\u0000\u0007que\ud800 ',
        comment: 'Première ligne\r\n\tdeuxième\u0001',
        emailClient: ' simone@example.org ',
        phoneClient: '  06 39 98 12 34 (fille)',
        birthdateClient: null,
        budget: '',
        gclid: 'Cj0',
        partnerid: 42,
      },
      'every field',
    );
    assert.deepEqual(kept.fields, {
      lastNameClient: 'Lèvé  que\ufffd',
      phoneClient: '06 39 98 12 34 (fille)',
      emailClient: 'simone@example.org',
      codePostalClient: '75008',
      ageClient: 85,
    });
    assert.equal(kept.type, 'commercial.type.phone');
    assert.equal(kept.comment, 'Première ligne\r\n\tdeuxième');
    assert.equal(kept.gclid, 'Cj0');
    assert.equal(kept.partnerid, '42');
    assert.equal(kept.extra, null);
  });

  it('an empty body is one', async () => {
    for (const path of [
      '/fr/etablissement/3/commercial/create',
      '/fr/etablissement/3/survey/create',
      '/fr/announcement/postuler',
    ]) {
      const answer = await service.post(`${path}?${service.query}`, {});
      assert.equal(answer.body, '"ok"');
    }
  });

  it('fields that the contract does not name, at the top and within', async () => {
    const { extra, relations, actions } = await accepted(
      `{"customId":"unknown","utm_source":"cpc","consent":true,"score":12345678901234567890,"__proto__":{"admin":true},
        "constructor":{"prototype":{"admin":true}},"drop table entries":"'; drop table entries; --","":"sans nom",
        "tree":{"a":[1,null,"",{"b":" x "}]},
        "commercialrelations":[{"lastName":"Durand","lien":"fille","__proto__":{"admin":true}}],
        "commercialactions":[{"date":"2026-03-03","auteur":"site"}]}`,
      'unknown',
    );
    assert.equal(
      JSON.stringify(extra),
      `{"":"sans nom","__proto__":{"admin":true},"consent":true,"constructor":{"prototype":{"admin":true}},"drop table entries":"'; drop table entries; --","score":"12345678901234567890","tree":{"a":[1,{"b":"x"}]},"utm_source":"cpc"}`,
    );
    assert.equal(
      JSON.stringify(relations),
      '[{"fields":{"lastName":"Durand"},"extra":{"__proto__":{"admin":true},"lien":"fille"}}]',
    );
    assert.deepEqual(actions, [{ date: '2026-03-03', comment: null, extra: { auteur: 'site' } }]);
    assert.equal('admin' in {}, false);
    assert.ok(!service.log.some((line) => /utm_source|sans nom|drop table/.test(line)), 'and no log line');
  });

  it('fields that the contract does not name, on every other creating route', async () => {
    const survey = await service.post(`/fr/etablissement/3/survey/create?${service.query}`, {
      customId: 'unknown in a survey',
      note: '9/10',
    });
    assert.equal(survey.statusCode, 200);
    assert.deepEqual((await storedEntry(service.database, 'unknown in a survey')).extra, { note: '9/10' });
    const application = await service.post(`/fr/announcement/postuler?${service.query}`, {
      customId: 'unknown in an application',
      permis: 'B',
      cv: { pages: 2 },
    });
    assert.equal(application.statusCode, 200);
    const stored = await storedEntry(service.database, 'unknown in an application');
    assert.deepEqual(stored.extra, { permis: 'B' });
    assert.match(JSON.stringify(stored.fields), /"pages":2/);
  });

  it('an identifier exactly as it was sent', async () => {
    for (const [i, customId] of [' a ', 'A/b?c#d%20&e', 'Le\u0300', '😀'.repeat(255), "o'Neil\\"].entries()) {
      await create({ customId, lastNameClient: String(i) });
      const found = await service.get(`/fr/customId/${encodeURIComponent(customId)}?${service.query}`);
      assert.equal(found.statusCode, 200, customId);
      assert.equal(found.json().data.customId, customId);
    }
    for (const customId of ['a\u0000', 'a\nb', '\u007f', '\ud800']) {
      assertFailure(
        await create({ customId }),
        400,
        'INVALID',
        /^customId: .*control characters or lone surrogates/,
      );
    }
  });

  it('one long text of the widest characters', async () => {
    const comment = '😀'.repeat(20_000);
    assert.equal((await accepted({ customId: 'long', comment }, 'long')).comment, comment);
  });

  it('an Idempotency-Key of 255 characters, and none longer', async () => {
    // As a client's bytes come out of Node.
    const inHeader = (key: string) => ({ 'idempotency-key': Buffer.from(key).toString('latin1') });
    for (const letter of ['a', 'é', '😀']) {
      assert.equal((await create({}, inHeader(letter.repeat(255)))).body, '"ok"');
      const longer = await create({}, inHeader(letter.repeat(256)));
      assertFailure(longer, 400, 'INVALID', /^Idempotency-Key: expected one of at most 255 characters/);
    }
    assert.equal((await create({}, { 'idempotency-key': '' })).body, '"ok"');
  });

  it('days from the first year to the last', async () => {
    for (const day of ['0001-01-01', '9999-12-31', '2024-02-29']) {
      const kept = await accepted({ customId: day, dateFirstContact: day, birthdateClient: day }, day);
      assert.deepEqual(kept.fields, { dateFirstContact: day, birthdateClient: day });
    }
    for (const day of ['0000-01-01', '2023-02-30', '2026-02-29', '10000-01-01']) {
      assertFailure(
        await create({ dateFirstContact: day }),
        400,
        'INVALID',
        /^dateFirstContact: .*YYYY-MM-DD/,
      );
    }
  });

  it('numbers that fit', async () => {
    const orientation = (body: string) => service.exchange('/appli/partner/orientation', body);
    assert.equal((await orientation('{"BudgetMensuel":1.7976931348623157e308}')).statusCode, 200);
    for (const budget of ['1e400', '"1e400"', '-1', '"beaucoup"']) {
      const answer = await orientation(`{"BudgetMensuel":${budget}}`);
      assert.equal(answer.statusCode, 400, budget);
      assert.match(answer.json().error, /^BudgetMensuel: expected/);
    }
    const apply = (id: string) => {
      const customId = JSON.stringify(`offer ${id}`);
      const body = `{"customId":${customId},"announcementId":${id}}`;
      return service.post(`/fr/announcement/postuler?${service.query}`, body);
    };
    for (const id of ['9007199254740991', '-9007199254740991', '-0', '0']) {
      assert.equal((await apply(id)).statusCode, 200, id);
      const found = await service.get(`/fr/customId/${encodeURIComponent(`offer ${id}`)}?${service.query}`);
      assert.equal(found.json().data.announcementId, Number(id) + 0);
    }
    for (const id of ['9007199254740992', '1e20', '1e400', '12.5', '"9007199254740993"']) {
      assertFailure(await apply(id), 400, 'INVALID', /^announcementId: expected an integer/);
    }
  });

  describe('and what is refused', () => {
    it('is refused whole, with the field that is wrong', async () => {
      const before = await entryCount(service.database);
      const wrong: [body: unknown, names: RegExp][] = [
        [{ civiliteClient: 'contact.civility.dr' }, /^civiliteClient: expected contact\.civility\.mr or /],
        [{ emailClient: 'nope' }, /^emailClient: expected one e-mail address/],
        [{ ageClient: 131 }, /^ageClient: expected 130 or less/],
        [{ ageClient: true }, /^ageClient: expected an integer/],
        [{ lastNameClient: { a: 1 } }, /^lastNameClient: expected a string/],
        [{ comment: 'a'.repeat(20_001) }, /^comment: expected at most 20000 characters/],
        [{ other: 'a'.repeat(20_001) }, /^other: expected at most 20000 characters/],
        [{ customId: 'a'.repeat(256) }, /^customId: expected at most 255 characters/],
        [{ commercialrelations: [{ civilite: 'x' }] }, /^commercialrelations\[0\]\.civilite: /],
        [{ commercialactions: [{}, { date: '2026-02-30' }] }, /^commercialactions\[1\]\.date: /],
        [
          { commercialrelations: new Array(21).fill({}) },
          /^commercialrelations: expected at most 20 elements/,
        ],
        [{ commercialactions: new Array(201).fill({}) }, /^commercialactions: expected at most 200 elements/],
        [`{"a":${'['.repeat(16)}${']'.repeat(16)}}`, /^a\[0\].*: expected at most 16 levels/],
        ['[]', /^body: expected a JSON object/],
        ['[{"lastNameClient":"Martin"}]', /^body: expected a JSON object/],
        ['"Martin"', /^body: expected a JSON object/],
        ['null', /^body: expected a JSON object/],
        ['{"lastNameClient":"Martin"', /^body: expected well-formed JSON/],
        ['lastNameClient=Martin', /^body: expected well-formed JSON/],
      ];
      for (const [body, names] of wrong) assertFailure(await create(body), 400, 'INVALID', names);
      assert.equal(await entryCount(service.database), before);
    });

    it('has the error format of the exchange there', async () => {
      const answer = await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Age': 'cent' });
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json(), { error: 'PersonneAgee / Age: expected an integer' });
      const suivi = await service.exchange('/appli/partner/suivi', { State: 'a'.repeat(256) });
      assert.deepEqual(suivi.json(), { error: 'State: expected at most 255 characters' });
    });
  });

  describe('of the query', () => {
    const survey = (query: string) => service.post(`/fr/etablissement/3/survey/create?${query}`, {});

    it('an empty parameter is absent', async () => {
      assert.equal((await survey(`${service.query}&type=&test=`)).statusCode, 200);
      assert.equal((await service.get(`/fr/jobs?${service.query}&etablissement=`)).statusCode, 200);
      assertFailure(await survey('password='), 401, 'UNAUTHORIZED');
      assertFailure(
        await service.get(`/fr/commercial/checkPhone?phone=&${service.query}`),
        400,
        'INVALID',
        /^phone: /,
      );
    });

    it('a repeated one is refused, unless the contract does not know it', async () => {
      assertFailure(
        await survey(`${service.query}&${service.query}`),
        400,
        'INVALID',
        /^password: expected once/,
      );
      assertFailure(await survey(`${service.query}&test=1&test=1`), 400, 'INVALID', /^test: /);
      const type = 'type=survey.type.contact';
      assertFailure(await survey(`${service.query}&${type}&${type}`), 400, 'INVALID', /^type: /);
      const phone = await service.get(
        `/fr/commercial/checkPhone?phone=0199001234&phone=0199001235&${service.query}`,
      );
      assertFailure(phone, 400, 'INVALID', /^phone: /);
      const jobs = await service.get(`/fr/jobs?${service.query}&etablissement=3&etablissement=3`);
      assertFailure(jobs, 400, 'INVALID', /^etablissement: /);
      assert.equal((await survey(`${service.query}&utm=1&utm=2&__proto__=x`)).statusCode, 200);
    });

    it('a value that is none is refused', async () => {
      for (const value of ['2', 'true', '-1', '1.5', 'on']) {
        assertFailure(
          await survey(`${service.query}&test=${value}`),
          400,
          'INVALID',
          /^test: expected 0 or 1$/,
        );
      }
      assertFailure(
        await service.get(`/fr/jobs?${service.query}&etablissement=2`),
        400,
        'INVALID',
        /^etablissement: /,
      );
      assertFailure(
        await service.get(`/fr/jobs?${service.query}&etablissement=x`),
        400,
        'INVALID',
        /^etablissement: /,
      );
    });
  });

  it('of the path: an integer that is none is refused, one that names nothing is not found', async () => {
    const { query } = service;
    for (const id of ['abc', '3x', '3.5', '0x3', '1e400', '%20', encodeURIComponent('３')]) {
      assertFailure(
        await service.post(`/fr/etablissement/${id}/commercial/create?${query}`, {}),
        400,
        'INVALID',
        /^id: /,
      );
      assertFailure(await service.get(`/fr/etablissement/show/${id}?${query}`), 400, 'INVALID', /^id: /);
    }
    for (const id of ['2', '0', '-3', '11', '99999999999']) {
      const posted = await service.post(`/fr/etablissement/${id}/survey/create?${query}`, {});
      assertFailure(posted, 404, 'NOTFOUND', /no establishment/);
      assertFailure(await service.get(`/fr/etablissement/show/${id}?${query}`), 404, 'NOTFOUND');
    }
    assertFailure(await service.get(`/fr/statscontact/2024abc?${query}`), 400, 'INVALID', /^year: /);
    assertFailure(await service.get(`/fr/jobs/nowhere?${query}`), 404, 'NOTFOUND', /group/);
  });
});
