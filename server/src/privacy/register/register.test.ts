import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { switchOn } from '../../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../test/fixtures/entry-events.ts';
import { execute, number } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { allPlaces, personalColumns } from '../places.ts';
import { ruleNames } from '../rules/rules.ts';
import type { Register, UnnamedFields } from './schema.ts';
import { textSubjects, treatments } from './treatments.ts';

it('each retention rule ends some treatment', () => {
  const used = new Set(Object.values(treatments).flatMap(({ rules }) => [...rules]));
  assert.deepEqual([...used].sort(), [...ruleNames].sort());
});

it('each place with data of persons belongs to a treatment', () => {
  const used = new Set(Object.values(treatments).flatMap(({ data }) => Object.keys(data)));
  const unused = allPlaces.filter((place) => personalColumns(place).length > 0 && !used.has(place));
  assert.deepEqual(unused, []);
});

onSqlite('the register of treatments', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine, {
      SMTP_URL: 'smtp://accueil:smtp-canary@mail.example.org:25',
      MAIL_FROM: 'accueil@example.org',
    });
    await addEndpoint(service);
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  const register = () => ok<Register>(desk.get('/desk/privacy/register'));
  const unnamedFields = () => ok<UnnamedFields>(desk.get('/desk/privacy/register/unnamed-fields'));
  const setUrl = (url: string) => execute(service.database, `update endpoints set url = '${url}'`);

  it('the register names the columns of each place, and the measures in force', async () => {
    await setUrl('http://127.0.0.1:9000/secret');
    const { treatments: written, ...others } = await register();
    assert.deepEqual(others.transfers, { known: [], text: null });
    assert.match(written[0]?.article9 ?? '', /article 9\(2\)\(a\)/);
    const files = written.flatMap(({ data }) => data).find(({ place }) => place === 'files');
    assert.deepEqual(files, { place: 'files', text: 'CV', columns: ['name', 'type', 'content'] });
    assert.deepEqual(others.unfulfilled, [
      'L’adresse du service n’est pas en https : les échanges ne sont pas chiffrés',
      'Double authentification : 0 des 1 comptes actifs',
      'Webhooks sans https : site (127.0.0.1:9000)',
      `Durées de conservation qui attendent d’être confirmées : ${ruleNames.length - 1}`,
    ]);
  });

  it('the register names who receives data, as the installation is configured', async () => {
    await setUrl('https://receiver.example.org/path-canary?key=query-canary');
    const written = await register();
    const recipients = Object.fromEntries(
      written.treatments.map(({ treatment, recipients: found }) => [
        treatment,
        found.map(({ kind, name, host }) => [kind, name, host].filter((one) => one !== null).join(' ')),
      ]),
    );
    const mail = 'mail Serveur d’e-mail mail.example.org';
    const caller = 'caller site receiver.example.org';
    assert.deepEqual(recipients, {
      leads: [caller, mail],
      orientations: ['partner partner', mail],
      complaints: [caller, mail],
      satisfaction: [caller, mail],
      applications: [caller, mail],
      rights: ['role Protection des données'],
      users: [mail],
      residences: [],
    });
    assert.match(
      written.processors.known.join(),
      /mail\.example\.org : adresses du personnel et des personnes/,
    );
    assert.doesNotMatch(JSON.stringify(written), /canary/);

    await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    const administrator = await signIn(service);
    await switchOn(administrator);
    const later = await register();
    const advertising = later.treatments.find(({ treatment }) => treatment === 'conversions');
    assert.deepEqual(
      advertising?.recipients.map(({ name }) => name),
      ['Administrateur', 'Google Ads'],
    );
    assert.match(later.transfers.known.join(), /^Google Ads .* États-Unis/);
    const [leads] = later.treatments;
    assert.deepEqual(
      leads?.recipients.filter(({ kind }) => kind === 'role').map(({ name }) => name),
      ['Administrateur', 'Lecture'],
    );
  });

  it('the register says how long data is kept, and which rule does not run yet', async () => {
    const durationOf = async () =>
      (await register()).treatments
        .find(({ treatment }) => treatment === 'satisfaction')
        ?.durations.find(({ rule }) => rule === 'satisfaction');
    // As after an update.
    await execute(service.database, 'delete from retention_rules');
    const rule = {
      rule: 'satisfaction',
      text: 'Enquête de satisfaction, depuis sa réception ou le dernier contact',
    };
    assert.deepEqual(await durationOf(), { ...rule, days: 365, confirmed: false });
    await ok(desk.patch('/desk/privacy/retention/satisfaction', { days: 500, confirm: true }));
    assert.deepEqual(await durationOf(), { ...rule, days: 500, confirmed: true });
  });

  it('unnamed fields are counted, and their values never shown', async () => {
    const secret = { numeroSecu: 'value-canary', utm: 'value-canary', consentementTelephone: 'oui' };
    await send(service, 'first', { ...secret, lastNameClient: 'Martin' });
    await send(service, 'second', {
      numeroSecu: 'value-canary',
      // Twice in one entry counts once.
      payeurs: [{ iban: 'value-canary' }, { iban: 'value-canary' }],
      commercialrelations: [{ lastName: 'Martin', tuteur: true }],
      commercialactions: [{ comment: 'Rappelée', 'x y': 1 }],
    });
    await send(service, 'third', { ['long'.repeat(50)]: 'value-canary', 'nul\u0000\ud800': 'value-canary' });
    const found = await unnamedFields();
    const { fields, ...others } = found;
    assert.deepEqual(others, { newest: 50_000, complete: true, more: 0 });
    assert.deepEqual(
      fields.map(({ place, name, count, sensitive }) => [place, name, count, sensitive]),
      [
        ['entries', 'numeroSecu', 2, 'identity'],
        ['entries', 'iban', 1, 'identity'],
        ['entries', `${'long'.repeat(20)}…`, 1, null],
        ['entries', 'nul \ufffd', 1, null],
        ['entries', 'payeurs', 1, null],
        ['relations', 'tuteur', 1, null],
        ['entries', 'utm', 1, null],
        ['actions', 'x y', 1, null],
      ],
    );
    assert.doesNotMatch(JSON.stringify(found), /value-canary/);
  });

  it('unnamed fields are counted in entries too large to be read at once', async () => {
    const lines = Array.from({ length: 12 }, () => 'x'.repeat(20_000));
    for (let i = 0; i < 10; i++) await send(service, `large-${i}`, { lines, [`only ${i}`]: 1 });
    const { complete, fields } = await unnamedFields();
    assert.equal(complete, true);
    assert.deepEqual(
      fields
        .filter(({ name }) => /^(?:lines|only )/.test(name))
        .map(({ name, count }) => `${name}: ${count}`)
        .sort(),
      ['lines: 10', ...Array.from({ length: 10 }, (_, i) => `only ${i}: 1`)],
    );
  });

  it('unnamed fields are counted in the newest 50,000 entries', async () => {
    const newest = await number(service.database, 'select max(id) + 50000 from entries');
    await execute(
      service.database,
      engine === 'sqlite'
        ? `update sqlite_sequence set seq = ${newest} where name = 'entries'`
        : `with jumped as (select setval(pg_get_serial_sequence('entries', 'id'), ${newest})) update groups set name = name from jumped`,
    );
    await send(service, 'new', { recent: 1 });
    const { complete, fields } = await unnamedFields();
    assert.deepEqual([complete, fields.map(({ name }) => name)], [false, ['recent']]);
  });

  it('the officer writes texts of their own, which the audit trail only names', async () => {
    for (const subject of textSubjects)
      await ok(desk.patch(`/desk/privacy/register/${subject}`, { text: `Texte ${subject}` }));
    const text = { author: desk.email, changedAt: '2026-03-04T09:00:00.000Z' };
    const written = await register();
    assert.deepEqual(written.controller, { text: 'Texte controller', ...text });
    assert.deepEqual(written.article9, { known: [], text: { text: 'Texte article9', ...text } });
    for (const { treatment, text: own } of written.treatments)
      assert.deepEqual(own, { text: `Texte ${treatment}`, ...text });
    assert.deepEqual(await lastAct(service, desk), ['changed register', { name: 'residences' }]);

    await desk.patch('/desk/privacy/register/leads', { text: 'Deux\nlignes' });
    await desk.patch('/desk/privacy/register/controller', { text: null });
    const later = await register();
    assert.equal(later.controller, null);
    assert.equal(later.treatments[0]?.text?.text, 'Deux\nlignes');
    for (const [subject, body, field] of [
      ['nothing', { text: 'x' }, /^treatment:/],
      ['leads', { text: 'x'.repeat(20_001) }, /^text:/],
      ['leads', {}, /^text:/],
      ['leads', { text: 'x', author: 'x' }, /^author:/],
    ] as const)
      assertFailure(await desk.patch(`/desk/privacy/register/${subject}`, body), 400, 'INVALID', field);
  });

  it('texts to paste come from the register', async () => {
    await setUrl('http://127.0.0.1:9000/');
    await desk.patch('/desk/privacy/register/controller', { text: 'Groupe <Loire>' });
    await desk.patch('/desk/privacy/register/article9', { text: null });
    await ok(desk.patch('/desk/privacy/retention/application', { days: 800 }));
    for (const [name, ...said] of [
      [
        'notices',
        /article 13/,
        /réclamation/,
        /enquête/,
        /par SMS/,
        /article 14/,
        /CV.* : 800 jours/,
        /CNIL/,
        /consentement explicite/,
      ],
    ] as const) {
      const { statusCode, body } = await desk.get(`/desk/privacy/register/${name}.html`);
      assert.equal(statusCode, 200);
      for (const words of [/Groupe &lt;Loire&gt;/, ...said]) assert.match(body, words);
    }
  });
});
