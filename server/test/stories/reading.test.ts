import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { entryCount, storedEntry } from '../fixtures/stored-entry.ts';

onSqlite('reading', (engine) => {
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

  it('every field of a lead is stored, coerced and cleaned', async () => {
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

  it('fields without a name in the contract are stored, at the top and within', async () => {
    const { extra, relations, actions } = await accepted(
      `{"customId":"unknown","utm_source":"cpc","score":12345678901234567890,"__proto__":{"admin":true},
        "drop table entries":"'; drop table entries; --","":"sans nom","tree":{"a":[1,null,"",{"b":" x "}]},
        "commercialrelations":[{"lastName":"Durand","lien":"fille","__proto__":{"admin":true}}],
        "commercialactions":[{"date":"2026-03-03","auteur":"site"}]}`,
      'unknown',
    );
    assert.equal(
      JSON.stringify(extra),
      `{"":"sans nom","__proto__":{"admin":true},"drop table entries":"'; drop table entries; --","score":"12345678901234567890","tree":{"a":[1,{"b":"x"}]},"utm_source":"cpc"}`,
    );
    assert.equal(
      JSON.stringify(relations),
      '[{"fields":{"lastName":"Durand"},"extra":{"__proto__":{"admin":true},"lien":"fille"}}]',
    );
    assert.deepEqual(actions, [{ date: '2026-03-03', comment: null, extra: { auteur: 'site' } }]);
    assert.equal('admin' in {}, false);
    assert.ok(!service.log.some((line) => /utm_source|sans nom|drop table/.test(line)), 'and no log line');
  });

  it('fields without a name in the contract are stored of surveys and applications', async () => {
    for (const [path, customId, extra] of [
      ['etablissement/3/survey/create', 'unknown in a survey', { note: '9/10' }],
      ['announcement/postuler', 'unknown in an application', { permis: 'B' }],
    ] as const) {
      await ok(service.post(`/fr/${path}?${service.query}`, { customId, ...extra }));
      assert.deepEqual((await storedEntry(service.database, customId)).extra, extra);
    }
  });

  it('an Idempotency-Key has at most 255 characters, whatever their width', async () => {
    // As a client's bytes come out of Node.
    const inHeader = (key: string) => ({ 'idempotency-key': Buffer.from(key).toString('latin1') });
    for (const letter of ['a', 'é', '😀']) {
      assert.equal((await create({}, inHeader(letter.repeat(255)))).body, '"ok"');
      const longer = await create({}, inHeader(letter.repeat(256)));
      assertFailure(longer, 400, 'INVALID', /^Idempotency-Key: expected one of at most 255 characters/);
    }
    assert.equal((await create({}, { 'idempotency-key': '' })).body, '"ok"');
  });

  it('the largest values of each kind are stored and answered', async () => {
    const comment = '😀'.repeat(20_000);
    assert.equal((await accepted({ customId: 'long', comment }, 'long')).comment, comment);
    await ok(service.exchange('/appli/partner/orientation', '{"BudgetMensuel":1.7976931348623157e308}'));
    for (const id of ['9007199254740991', '-9007199254740991', '-0']) {
      const customId = `offer ${id}`;
      const body = `{"customId":"${customId}","announcementId":${id}}`;
      await ok(service.post(`/fr/announcement/postuler?${service.query}`, body));
      const found = await service.get(`/fr/customId/${encodeURIComponent(customId)}?${service.query}`);
      assert.equal(found.json().data.announcementId, Number(id) + 0);
    }
  });

  it('a wrong body is refused whole, with the field that is wrong', async () => {
    const before = await entryCount(service.database);
    const wrong: [body: unknown, names: RegExp][] = [
      [{ emailClient: 'nope' }, /^emailClient: expected one e-mail address/],
      [{ comment: 'a'.repeat(20_001) }, /^comment: expected at most 20000 characters/],
      [{ commercialactions: [{}, { date: '2026-02-30' }] }, /^commercialactions\[1\]\.date: /],
      [`{"a":${'['.repeat(16)}${']'.repeat(16)}}`, /^a\[0\].*: expected at most 16 levels/],
      ['[]', /^body: expected a JSON object/],
      ['{"lastNameClient":"Martin"', /^body: expected well-formed JSON/],
    ];
    for (const [body, names] of wrong) assertFailure(await create(body), 400, 'INVALID', names);
    assert.equal(await entryCount(service.database), before);
    const answer = await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Age': 'cent' });
    assert.deepEqual(answer.json(), { error: 'PersonneAgee / Age: expected an integer' });
  });

  it('the routes that are open to anybody take 4 KiB', async () => {
    const { origin } = new URL(service.config.publicUrl);
    for (const path of ['/desk/session', '/desk/invitation']) {
      const sent = async (bytes: number) => {
        const body = `{"email":"a@example.org","x":"${'x'.repeat(bytes - 32)}"}`;
        return (await service.post(path, body, { origin })).statusCode;
      };
      assert.deepEqual([await sent(4_096), await sent(4_097)], [400, 413], path);
    }
  });

  const survey = (query: string) => service.post(`/fr/etablissement/3/survey/create?${query}`, {});

  it('an empty parameter is absent', async () => {
    await ok(survey(`${service.query}&type=&test=`));
    await ok(service.get(`/fr/jobs?${service.query}&etablissement=`));
    assertFailure(await survey('password='), 401, 'UNAUTHORIZED');
  });

  it('a wrong or repeated parameter is refused, unless the contract does not know it', async () => {
    const type = 'type=survey.type.contact';
    const wrong: [path: string, names: RegExp][] = [
      [`survey?${service.query}`, /^password: expected once/],
      ['survey?test=1&test=1', /^test: /],
      [`survey?${type}&${type}`, /^type: /],
      ...['2', 'true', '-1', '1.5'].map((value): [string, RegExp] => [
        `survey?test=${value}`,
        /^test: expected 0 or 1$/,
      ]),
      ['/fr/commercial/checkPhone?phone=', /^phone: /],
      ['/fr/commercial/checkPhone?phone=0199001234&phone=0199001235', /^phone: /],
      ['/fr/jobs?etablissement=3&etablissement=3', /^etablissement: /],
      ['/fr/jobs?etablissement=2', /^etablissement: /],
      ['/fr/jobs?etablissement=x', /^etablissement: /],
    ];
    for (const [path, names] of wrong) {
      const [, query = ''] = path.split('?');
      const whole = `${query}&${service.query}`;
      const asked = path.startsWith('survey') ? survey(whole) : service.get(`${path}&${service.query}`);
      assertFailure(await asked, 400, 'INVALID', names);
    }
    await ok(survey(`${service.query}&utm=1&utm=2&__proto__=x`));
  });

  it('an id in a path that is no integer is 400, one that names nothing 404', async () => {
    const { query } = service;
    for (const id of ['abc', '3x', '3.5', '0x3', '1e400', '%20', encodeURIComponent('３')]) {
      const posted = await service.post(`/fr/etablissement/${id}/commercial/create?${query}`, {});
      assertFailure(posted, 400, 'INVALID', /^id: /);
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
