import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { switchOn } from '../../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../test/fixtures/entry-events.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';
import type { Engine } from '../../store/dialect.ts';
import { allPlaces, personalColumns } from '../places.ts';
import { ruleNames } from '../retention/rules.ts';
import type { Register, UnnamedFields } from './schema.ts';
import { textSubjects, treatments } from './treatments.ts';

const officer = [{ role: 'privacy', establishmentId: null }] as const;

async function start(t: TestContext, engine: Engine, env: Record<string, string> = {}) {
  const service = await startService(engine, env);
  t.after(() => service.close());
  return { service, desk: await signIn(service, officer) };
}

async function register(desk: Desk): Promise<Register> {
  return ok<Register>(desk.get('/desk/privacy/register'));
}

async function unnamedFieldsOf(desk: Desk): Promise<UnnamedFields> {
  return ok<UnnamedFields>(desk.get('/desk/privacy/register/unnamed-fields'));
}

describe('the retention rules', () => {
  it('each end some treatment', () => {
    const used = new Set(Object.values(treatments).flatMap(({ rules }) => [...rules]));
    assert.deepEqual([...used].sort(), [...ruleNames].sort());
  });
});

describe('the inventory', () => {
  it('has no place with data of persons that no treatment uses', () => {
    const used = new Set(Object.values(treatments).flatMap(({ data }) => Object.keys(data)));
    const unused = allPlaces.filter((place) => personalColumns(place).length > 0 && !used.has(place));
    assert.deepEqual(unused, []);
  });
});

onSqlite('the register of treatments', (engine) => {
  it('names who receives data, as the installation is configured', async (t) => {
    const { service, desk } = await start(t, engine, {
      SMTP_URL: 'smtp://accueil:smtp-canary@mail.example.org:25',
      MAIL_FROM: 'accueil@example.org',
    });
    await addEndpoint(service);
    await execute(
      service.database,
      "update endpoints set url = 'https://receiver.example.org/path-canary?key=query-canary'",
    );
    const written = await register(desk);
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
    const later = await register(desk);
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

  it('names the columns of each place, from the inventory, and the measures in force', async (t) => {
    const { service, desk } = await start(t, engine);
    await addEndpoint(service);
    await execute(service.database, "update endpoints set url = 'http://127.0.0.1:9000/secret'");
    const { treatments: written, ...others } = await register(desk);
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

  it('says how long data is kept, and which rule does not run yet', async (t) => {
    const { service, desk } = await start(t, engine);
    const durationOf = async () =>
      (await register(desk)).treatments
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

  it('counts unnamed fields, and never shows their values', async (t) => {
    const { service, desk } = await start(t, engine);
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
    const unnamedFields = await unnamedFieldsOf(desk);
    const { fields, ...others } = unnamedFields;
    assert.deepEqual(others, { newest: 100_000, complete: true, more: 0 });
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
    assert.doesNotMatch(JSON.stringify(unnamedFields), /value-canary/);
  });

  it('marks them by a list of terms that the officer changes', async (t) => {
    const { service, desk } = await start(t, engine);
    await send(service, 'first', { regimeAlimentaire: 'x', iban: 'x' });
    const change = (term: string, kind: string | null) =>
      desk.patch('/desk/privacy/sensitive-terms', { term, kind });
    const marks = async () =>
      Object.fromEntries((await unnamedFieldsOf(desk)).fields.map((one) => [one.name, one.sensitive]));
    assert.deepEqual(await marks(), { iban: 'identity', regimeAlimentaire: null });
    await ok(change('regime', 'health'));
    assert.deepEqual(await lastAct(service, desk), [
      'changed register',
      { name: 'sensitive-terms', term: 'regime', kind: 'health' },
    ]);
    await ok(change('iban', null));
    assert.deepEqual(await marks(), { regimeAlimentaire: 'health', iban: null });
    const { sensitiveTerms } = await register(desk);
    assert.deepEqual(
      sensitiveTerms.filter(({ term }) => ['regime', 'iban', 'gir'].includes(term)),
      [
        { term: 'gir', kind: 'health' },
        { term: 'regime', kind: 'health' },
      ],
    );
    // It would empty a field that the interface names.
    assertFailure(await change('name', 'health'), 400, 'INVALID', /^term: .*« firstName »/);
    assertFailure(await change('Régime', 'health'), 400, 'INVALID', /^term:/);
  });

  it('counts them in entries that together are too large to be read at once', async (t) => {
    const { service, desk } = await start(t, engine);
    const lines = Array.from({ length: 12 }, () => 'x'.repeat(20_000));
    for (let i = 0; i < 10; i++) await send(service, `large-${i}`, { lines, [`only ${i}`]: 1 });
    const unnamedFields = await unnamedFieldsOf(desk);
    assert.equal(unnamedFields.complete, true);
    assert.deepEqual(unnamedFields.fields.map(({ name, count }) => `${name}: ${count}`).sort(), [
      'lines: 10',
      ...lines
        .keys()
        .map((i) => `only ${i}: 1`)
        .take(10),
    ]);
  });

  it('reads the newest 100,000 entries, and says so', async (t) => {
    const { service, desk } = await start(t, engine);
    await send(service, 'old', { ancien: 1 });
    await execute(
      service.database,
      engine === 'sqlite'
        ? "update sqlite_sequence set seq = 100000 where name = 'entries'"
        : "with jumped as (select setval(pg_get_serial_sequence('entries', 'id'), 100000)) update groups set name = name from jumped",
    );
    await send(service, 'new', { recent: 1 });
    const unnamedFields = await unnamedFieldsOf(desk);
    assert.equal(unnamedFields.complete, false);
    assert.deepEqual(
      unnamedFields.fields.map(({ name }) => name),
      ['recent'],
    );
  });

  it('has the officer’s own texts, which the audit trail names without their content', async (t) => {
    const { service, desk } = await start(t, engine);
    for (const subject of textSubjects) {
      await ok(desk.patch(`/desk/privacy/register/${subject}`, { text: `Texte ${subject}` }));
    }
    const text = { author: desk.email, changedAt: '2026-03-04T09:00:00.000Z' };
    const written = await register(desk);
    assert.deepEqual(written.controller, { text: 'Texte controller', ...text });
    assert.deepEqual(written.article9, { known: [], text: { text: 'Texte article9', ...text } });
    for (const { treatment, text: own } of written.treatments)
      assert.deepEqual(own, { text: `Texte ${treatment}`, ...text });
    assert.deepEqual(await lastAct(service, desk), ['changed register', { name: 'residences' }]);

    await desk.patch('/desk/privacy/register/leads', { text: 'Deux\nlignes' });
    await desk.patch('/desk/privacy/register/controller', { text: null });
    const later = await register(desk);
    assert.equal(later.controller, null);
    assert.equal(later.treatments[0]?.text?.text, 'Deux\nlignes');
  });

  it('is the source of the texts to paste and of the impact assessment', async (t) => {
    const { service, desk } = await start(t, engine);
    await addEndpoint(service);
    await desk.patch('/desk/privacy/register/controller', { text: 'Groupe <Loire>' });
    await ok(desk.patch('/desk/privacy/retention/application', { days: 800 }));
    const page = async (name: string) => {
      const answer = await desk.get(`/desk/privacy/register/${name}.html`);
      assert.equal(answer.statusCode, 200);
      assert.match(answer.body, /Groupe &lt;Loire&gt;/);
      return answer.body;
    };
    const notices = await page('notices');
    for (const said of [
      /article 13/,
      /article 14/,
      /Candidature et CV.* : 800 jours/,
      /CNIL/,
      /consentement explicite/,
    ])
      assert.match(notices, said);
    const dpia = await page('dpia');
    for (const said of [/À COMPLÉTER/, /Risques/, /n’est pas en https/, /article 9\(2\)\(h\)/])
      assert.match(dpia, said);
  });

  it('refuses a text of something else, or one that is too long', async (t) => {
    const { desk } = await start(t, engine);
    const at = (treatment: string) => `/desk/privacy/register/${treatment}`;
    assertFailure(await desk.patch(at('nothing'), { text: 'x' }), 400, 'INVALID', /^treatment:/);
    assertFailure(await desk.patch(at('leads'), { text: 'x'.repeat(20_001) }), 400, 'INVALID', /^text:/);
    assertFailure(await desk.patch(at('leads'), {}), 400, 'INVALID', /^text:/);
    assertFailure(await desk.patch(at('leads'), { text: 'x', author: 'x' }), 400, 'INVALID', /^author:/);
  });
});
