import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { FieldRow } from '../../src/contract/field-rows.ts';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { assertFailure, onOneEngine, startService, type TestService } from '../fixtures/service.ts';
import { entryRow, lastEntry } from '../fixtures/stored-entry.ts';

const lead = '/fr/etablissement/5/commercial/create';
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

/** A form as a browser or a plug-in sends it; a value with a name of its own is a file. */
async function multipart(fields: readonly (readonly [string, string | File])[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const sent = new Response(form);
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  };
}

const to = (kind: FieldRow['kind'], from: string, field: string, more = {}): FieldRow => ({
  kind,
  to: field,
  from,
  ...more,
});

const ours = ['lastNameClient', 'emailClient', 'phoneClient', 'sejourType', 'comment'] as const;
const stays = { values: { 'Long séjour': 'commercial.sejourType.permanent' } };

/** What four plug-ins of WordPress post, and under which names our five fields stand there. */
const plugins: Record<string, { names: string[]; sent: readonly (readonly [string, string])[] }> = {
  'Contact Form 7': {
    names: ['your-name', 'your-email', 'your-tel', 'menu-stay', 'your-message'],
    sent: [
      ['_wpcf7', '12'],
      ['your-name', 'Martin'],
      ['your-email', 'claire.martin@example.org'],
      ['your-tel', '06 39 98 12 34 18h-20h'],
      ['menu-stay[]', 'Long séjour'],
      ['your-message', 'Pour mon père'],
    ],
  },
  Elementor: {
    names: ['fields.name', 'fields.email', 'fields[tel]', 'fields.stay', 'fields.message'],
    sent: [
      ['form[id]', 'contact'],
      ...[
        ['name', 'Nom', 'Martin'],
        ['email', 'E-mail', 'claire.martin@example.org'],
        ['tel', 'Téléphone', '06 39 98 12 34 18h-20h'],
        ['stay', 'Séjour', 'long séjour'],
        ['message', 'Message', 'Pour mon père'],
      ].flatMap(
        ([id, title, value]) =>
          [
            [`fields[${id}][id]`, id],
            [`fields[${id}][title]`, title],
            [`fields[${id}][value]`, value],
          ] as [string, string][],
      ),
    ],
  },
  'Gravity Forms': {
    names: ['1.6', '2', '3', '4', '5'],
    sent: [
      ['form_id', '3'],
      ['1.6', 'Martin'],
      ['2', 'claire.martin@example.org'],
      ['3', '06 39 98 12 34 18h-20h'],
      ['4', 'Long séjour'],
      ['5', 'Pour mon père'],
    ],
  },
  WPForms: {
    names: [
      'wpforms.fields.Nom',
      'wpforms[fields][E-mail]',
      'wpforms.fields.Téléphone',
      'wpforms.fields.Séjour',
      'wpforms.fields.Message',
    ],
    sent: [
      ['Nom', 'Martin'],
      ['E-mail', 'claire.martin@example.org'],
      ['Téléphone', '06 39 98 12 34 18h-20h'],
      ['Séjour', 'Long séjour'],
      ['Message', 'Pour mon père'],
    ].flatMap(
      ([name, value], i) =>
        [
          [`wpforms[fields][${i}][name]`, name],
          [`wpforms[fields][${i}][value]`, value],
        ] as [string, string][],
    ),
  },
};

onOneEngine('forms of sites', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service, [{ role: 'administrator', establishmentId: null }]);
  });
  after(() => service.close());

  const post = (path: string, body: string | Buffer, headers: Record<string, string>, more = '') =>
    service.app.inject({ method: 'POST', url: `${path}?${service.query}${more}`, payload: body, headers });
  const put = (rows: readonly FieldRow[], thanksUrl: string | null = null) =>
    desk.put('/desk/callers/1/fields', { rows, thanksUrl });
  const save = (rows: readonly FieldRow[]) =>
    untilNotified(service.database, 'access', async () => assert.equal((await put(rows)).statusCode, 200));

  for (const [name, { names, sent }] of Object.entries(plugins))
    it(`a form of ${name} becomes a whole lead by the caller's table`, async () => {
      await save(
        ours.map((field, i) => to('commercial', names[i] ?? '', field, field === 'sejourType' ? stays : {})),
      );
      const asForm = new URLSearchParams(sent.map(([field, value]) => [field, value])).toString();
      const parts = await multipart(sent);
      for (const answer of [
        await post(lead, asForm, urlencoded),
        await post(lead, parts.body, parts.headers),
      ]) {
        assert.equal(answer.body, '"ok"', answer.body);
        const { fields, comment, id } = await lastEntry(service.database);
        assert.deepEqual(fields, {
          lastNameClient: 'Martin',
          phoneClient: '06 39 98 12 34 18h-20h',
          emailClient: 'claire.martin@example.org',
        });
        const { sejour_type: stay } = await entryRow(service.database, id);
        assert.deepEqual([comment, stay], ['Pour mon père', 'commercial.sejourType.permanent']);
      }
      await save([]);
    });

  it('names in brackets are persons, and a constant goes with every message', async () => {
    await save([
      { kind: 'commercial', to: 'type', constant: 'commercial.type.website' },
      to('commercial', 'enfant', 'commercialrelations[0].lastName'),
    ]);
    const body =
      'lastNameClient=Martin&commercialrelations[0][phone]=0639981235&enfant=Petit&ville=Angers&ville=Nantes';
    assert.equal((await post(lead, body, urlencoded)).body, '"ok"');
    const { type, extra, relations } = await lastEntry(service.database);
    assert.equal(type, 'commercial.type.website');
    assert.deepEqual(extra, { ville: ['Angers', 'Nantes'] });
    assert.deepEqual(relations, [{ fields: { lastName: 'Petit', phone: '0639981235' }, extra: null }]);
    await save([]);
  });

  it('a name without a place is said to a test, and to administrators with its last value', async () => {
    const answer = await post(
      lead,
      'lastNameClient=Essai&votre-âge=85&form[tel]=0639981236',
      urlencoded,
      '&test=1',
    );
    assert.equal(answer.headers['x-unread-fields'], 'form.tel, votre-%C3%A2ge');
    assert.equal((await post(lead, 'votre-%C3%A2ge=86', urlencoded)).headers['x-unread-fields'], undefined);
    const { unplaced } = (await desk.get('/desk/callers/1/fields')).json();
    assert.deepEqual(unplaced[0], { kind: 'commercial', name: 'votre-âge', value: '86' });
  });

  it('a table that leads two fields to one place, or to none, is refused', async () => {
    for (const rows of [
      [to('commercial', 'a', 'comment'), to('commercial', 'b', 'comment')],
      [to('commercial', 'a', 'comment'), to('commercial', 'a', 'delais')],
      [to('commercial', 'a', 'nom')],
      [to('commercial', 'a', 'commercialrelations')],
      [to('commercial', 'a', '__proto__')],
      [to('survey', 'a', 'lastNameClient')],
      [to('commercial', 'a', 'type', { values: { Web: 'web' } })],
      [{ kind: 'commercial' as const, to: 'comment' }],
      [{ kind: 'commercial' as const, to: 'ageClient', constant: 'vieux' }],
    ])
      assertFailure(await put(rows), 400, 'INVALID', /^rows\[/);
    for (const url of ['https://elsewhere.example.org/merci', 'http://example.org', 'javascript:alert(1)'])
      assertFailure(await put([], url), 400, 'INVALID', /^thanksUrl/);
  });

  it('a form without script leads to the page of thanks, or says what is wrong', async () => {
    const origin = 'https://site.example.org';
    const { id, password } = (
      await desk.post('/desk/callers/1/passwords', { scope: 'browser', origins: [origin] })
    ).json();
    const thanks = `${origin}/merci-%C3%A0-vous`;
    await untilNotified(service.database, 'access', () => put([], `${origin}/merci-à-vous`));
    const submit = (payload: string, mode = 'navigate', from = origin) =>
      service.app.inject({
        method: 'POST',
        url: `${lead}?password=${password}`,
        payload,
        headers: { ...urlencoded, origin: from, 'sec-fetch-mode': mode },
      });
    const sent = await submit('lastNameClient=Essai');
    assert.deepEqual([sent.statusCode, sent.headers.location, sent.body], [303, thanks, '']);
    const refused = await submit('lastNameClient=%3Cb%3EMartin&emailClient=claire');
    assert.equal(refused.statusCode, 400);
    assert.match(refused.headers['content-type'] ?? '', /^text\/html/);
    for (const shown of [
      'E-mail : ce n’est pas une adresse e-mail',
      'appelez-nous au 02 61 91',
      '&lt;b&gt;Martin',
    ])
      assert.ok(refused.body.includes(shown), refused.body);
    assert.ok(!refused.body.includes('<b>Martin'));
    for (const [payload, shown] of [
      ['a='.padEnd(300_000, 'b'), '<p>C’est trop volumineux. Revenez'],
      ['&', '<p>ce n’est pas ce qui est prévu. Revenez'],
    ] as const) {
      const { body } = await submit(payload);
      assert.ok(body.includes(shown) && !body.includes('Ce que vous avez écrit'), body);
    }
    // Everybody else is answered as ever.
    assert.equal((await submit('lastNameClient=Essai', 'cors')).body, '"ok"');
    assertFailure(
      await submit('lastNameClient=E', 'navigate', 'https://other.example.org'),
      403,
      'FORBIDDEN',
    );
    await untilNotified(service.database, 'access', () => put([]));
    await desk.delete(`/desk/passwords/${id}`);
  });

  it('a file of a form is the CV of an application, and a name elsewhere', async () => {
    const cv = new File(['%PDF-1.4 essai'], 'cv é.pdf', { type: 'application/pdf' });
    const parts = await multipart([
      ['lastName', 'Bernard'],
      ['votre-cv', cv],
      ['lettre', new File([], '')],
    ]);
    assert.equal((await post('/fr/announcement/postuler', parts.body, parts.headers)).body, '"ok"');
    const { fields, file } = await lastEntry(service.database);
    assert.deepEqual(fields, { lastName: 'Bernard', cv: { name: 'cv é.pdf', type: 'application/pdf' } });
    assert.equal(String(file?.content), '%PDF-1.4 essai');
    assert.equal((await post(lead, parts.body, parts.headers)).body, '"ok"');
    assert.deepEqual((await lastEntry(service.database)).extra, {
      lastName: 'Bernard',
      'votre-cv': 'cv é.pdf',
    });
  });

  it('a form that is none, or too much, is one clear refusal', async () => {
    const postuler = '/fr/announcement/postuler';
    const file = (size: number) => new File([Buffer.alloc(size, 65)], 'cv.pdf');
    const two = await multipart([
      ['a', file(9)],
      ['b', file(9)],
    ]);
    const many = await multipart(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, 'v']));
    const large = await multipart([['cv', file(5 * 1024 * 1024 + 1)]]);
    const wide = await multipart([
      ['a', 'x'.repeat(300_000)],
      ['cv', file(9)],
    ]);
    const cut = { ...two, body: two.body.subarray(0, two.body.length - 20) };
    const lie = { 'content-type': 'multipart/form-data; boundary=other' };
    const fields = Array.from({ length: 1_001 }, (_, i) => `f${i}=v`).join('&');
    const head = two.body.toString().split('\r\n\r\n', 1)[0] + `\r\nX: ${'x'.repeat(9)}`.repeat(2_000);
    for (const [answer, status, says] of [
      [await post(lead, '', urlencoded), 400, /expected a JSON object/],
      [await post(lead, '&&&', urlencoded), 400, /expected a JSON object/],
      [await post(lead, '{"a":', urlencoded), 400, /well-formed JSON/],
      [await post(postuler, `${head}\r\n\r\n`, two.headers), 400, /well-formed form/],
      [await post(lead, fields, urlencoded), 400, /1000 fields/],
      [await post(lead, `a${'[b]'.repeat(1_000)}=v`, urlencoded), 400, /16 levels/],
      [await post(lead, `a=${'b'.repeat(300_000)}`, urlencoded), 413, /body/],
      [await post(lead, many.body, many.headers), 400, /1000 fields/],
      [await post(postuler, two.body, two.headers), 400, /one file/],
      [await post(postuler, large.body, large.headers), 413, /cv/],
      [await post(postuler, wide.body, wide.headers), 413, /body/],
      [await post(postuler, cut.body, cut.headers), 400, /well-formed form/],
      [await post(postuler, two.body, lie), 400, /well-formed form/],
      [await post(postuler, two.body, { 'content-type': 'multipart/form-data' }), 400, /well-formed form/],
      [await post(lead, 'a=b', { ...urlencoded, 'content-encoding': 'gzip' }), 415, /Content-Type/],
      [
        await post(lead, 'a=b', { 'content-type': `${urlencoded['content-type']}; charset=latin1` }),
        415,
        /UTF-8/,
      ],
    ] as const)
      assertFailure(answer, status, { 400: 'INVALID', 413: 'TOOLARGE', 415: 'UNSUPPORTED' }[status], says);
    assert.equal((await post(lead, fields.replace('&f1000=v', ''), urlencoded)).body, '"ok"');
    const most = await multipart(Array.from({ length: 1_000 }, (_, i) => [`f${i}`, 'v']));
    assert.equal((await post(lead, most.body, most.headers)).body, '"ok"');
  });

  it('JSON under the type of a form is read, and fields of any name are kept', async () => {
    assert.equal((await post(lead, ' {"lastNameClient":"Martin"}', urlencoded)).body, '"ok"');
    assert.deepEqual((await lastEntry(service.database)).fields, { lastNameClient: 'Martin' });
    const names = '__proto__=a&constructor[prototype][x]=b&c[__proto__][admin]=1&toString=c&=d';
    assert.equal((await post(lead, names, urlencoded)).body, '"ok"');
    assert.equal('admin' in {}, false);
    assert.equal(
      JSON.stringify((await lastEntry(service.database)).extra),
      '{"":"d","__proto__":"a","c":{"__proto__":{"admin":"1"}},"constructor":{"prototype":{"x":"b"}},"toString":"c"}',
    );
  });
});
