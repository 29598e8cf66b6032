import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { strFromU8, unzipSync } from 'fflate';
import { ok } from '../../../../test/fixtures/answers.ts';
import { canaryMessage, canaryWord } from '../../../../test/fixtures/canaries.ts';
import { administrator, type Desk, signIn } from '../../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../../test/fixtures/entry-events.ts';
import { assertFrench, textOfPage } from '../../../../test/fixtures/french-page.ts';
import { erase, openRequest } from '../../../../test/fixtures/privacy.ts';
import { confirmRules } from '../../../../test/fixtures/retention.ts';
import { execute, rows } from '../../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onSqlite,
  startService,
  type TestService,
} from '../../../../test/fixtures/service.ts';
import { newestEntry } from '../../../../test/fixtures/stored-entry.ts';
import { ApplicationBody } from '../../../contract/application.ts';
import { CommercialBody } from '../../../contract/commercial.ts';
import { OrientationBody } from '../../../contract/orientation.ts';
import { SurveyBody } from '../../../contract/survey.ts';
import type { PersonExport } from './schema.ts';
import { type ZipFile, zipOf } from './zip.ts';

onSqlite('export of a person’s data', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [administrator], 'Hélène Faure');
  });
  after(() => service.close());

  const requestOf = async (...entryIds: number[]): Promise<string> =>
    `/desk/privacy/requests/${await openRequest(officer, entryIds, { kind: 'access' })}`;

  async function exported(path: string) {
    const answer = await officer.get(`${path}/export.zip`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/zip');
    const files = unzipSync(answer.rawPayload);
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array(0));
    const json: PersonExport = JSON.parse(text('personne.json'));
    const [entry] = json.entries;
    assert.ok(entry);
    const check = new Ajv2020({ strict: false }).compile(JSON.parse(text('schema.json')));
    assert.ok(check(json), JSON.stringify(check.errors));
    return { files, json, entry, page: text('personne.html') };
  }

  const family = {
    firstNameClient: 'Simone',
    lastNameClient: 'Lefèvre',
    phoneAdresseur: '05 36 49 12 34',
    securite: 'Unité protégée',
    comment: 'Simone a peur du gendre <Marc>',
    inconnu: 'valeur inconnue',
    commercialrelations: [
      { firstName: 'Claire', email: 'claire@example.org' },
      { firstName: 'Paul', email: 'paul@example.org', lien: 'fils' },
    ],
    commercialactions: [{ comment: 'Rappelée' }],
  };

  it('an export has a page, JSON with its schema, and files, and is audited', async () => {
    const content = Buffer.from('%PDF-1.4 the curriculum');
    const application = await send(
      service,
      'application',
      { firstName: 'Léa', message: 'Bonjour', cv: { name: 'léa.pdf', content: content.toString('base64') } },
      'announcement/postuler',
    );
    const path = await requestOf(application);
    const { files, json, entry, page } = await exported(path);
    assert.deepEqual(Object.keys(files), [
      'personne.html',
      'personne.json',
      'schema.json',
      `fichiers/${application}-léa.pdf`,
    ]);
    assert.deepEqual(Buffer.from(files[`fichiers/${application}-léa.pdf`] ?? []), content);
    assert.deepEqual(
      [json.format, json.entries.length, entry.fields.firstName, entry.file],
      ['accueil-personne', 1, 'Léa', `fichiers/${application}-léa.pdf`],
    );
    assert.match(page, /<html lang="fr">/);
    assert.match(page, /Léa/);
    assert.doesNotMatch(page, /<script|src=|href=/);
    const [line] = await rows<{ author: string; detail: string }>(
      service.database,
      "select author, detail from audit where action = 'exported' order by id desc",
    );
    assert.equal(line?.author, officer.email);
    assert.deepEqual(JSON.parse(line?.detail ?? ''), { count: 1, entryIds: [application] });
    const { steps } = (await officer.get(path)).json();
    assert.equal(steps.at(-1).step, 'exported');
  });

  it('an export leaves nothing out of what was sent and noted', async () => {
    const route = 'etablissement/3/commercial/create';
    const referrer = ['phoneAdresseur', 'emailAdresseur'];
    const sent = [
      [route, canaryMessage(CommercialBody, ['customId', ...referrer])],
      ['etablissement/3/survey/create', canaryMessage(SurveyBody, ['customId'])],
      ['announcement/postuler', canaryMessage(ApplicationBody, ['customId', 'cv', 'etablissementId'])],
    ] as const;
    const entries: [id: number, sent: object][] = [];
    for (const [path, body] of sent) entries.push([await send(service, canaryWord(), body, path), body]);
    const message = { ...canaryMessage(OrientationBody), etablissementId: 3 };
    assert.equal((await service.exchange('/appli/partner/orientation', message)).statusCode, 200);
    entries.push([await newestEntry(service.database), message]);
    const [[lead] = []] = entries;
    assert.ok(lead !== undefined);
    const noted = {
      comment: canaryWord(),
      actions: [
        { date: '2026-03-05', time: '14:35', stage: 'Visite', done: false, comment: canaryWord() },
        { date: '2026-03-02', time: '16:45', stage: 'Prise de contact', done: true, comment: canaryWord() },
      ],
    };
    assert.equal((await staff.patch(`/desk/entries/${lead}`, noted)).statusCode, 200);
    entries.push([lead, noted]);

    for (const [id, body] of entries) {
      const path = await requestOf(id);
      const { persons } = (await officer.get(path))
        .json()
        .entries.find(({ entryId }: { entryId: number }) => entryId === id).entry;
      const people = persons.map(({ person }: { person: unknown }) => person);
      assert.equal((await officer.patch(`${path}/entries/${id}`, { people })).statusCode, 200);
      const { entry, page } = await exported(path);
      const json = JSON.stringify(entry);
      for (const [word] of JSON.stringify(body).matchAll(/zcanari\d+z|06 39 98 7\d \d\d/g)) {
        assert.ok(json.includes(word), `${word} is not in personne.json: ${JSON.stringify(body)}`);
        assert.ok(page.includes(word), `${word} is not on the page: ${JSON.stringify(body)}`);
      }
      for (const { date, time, done } of entry.actions) {
        if (time !== null) assert.ok(page.includes(time), `${date} ${time}`);
        assert.ok(page.includes(done ? 'faite' : 'prévue'));
      }
    }
  });

  it('an export says what staff have noted by choice, and what an entry was taken for', async () => {
    const application = await send(service, 'offered', { announcementId: 77 }, 'announcement/postuler');
    const kept = await send(service, 'kept', { firstNameClient: 'Simone', phoneClient: '06 39 98 12 34' });
    const duplicate = await send(service, 'twice', { firstNameClient: 'Simone' });
    const call = { outcome: 'voicemail', date: '2026-03-04', done: true };
    await ok(staff.patch(`/desk/entries/${kept}`, { actions: [call] }));
    const sleep = { until: '2026-04-01', reason: 'Réfléchit' };
    await ok(staff.post(`/desk/entries/${duplicate}/duplicate`, { of: kept }));
    await ok(staff.post(`/desk/entries/${kept}/sleep`, { sleep }));
    await ok(officer.post('/desk/privacy/objections', { phone: '06 39 98 12 34', objectedOn: '2026-03-01' }));
    await execute(service.database, `update entries set spam = 1, suspicion = 'trap' where id = ${kept}`);
    const [offered, suspect, merged] = [
      await exported(await requestOf(application)),
      await exported(await requestOf(kept)),
      await exported(await requestOf(duplicate)),
    ];
    assert.equal(offered.entry.announcementId, 77);
    assert.match(offered.page, /Offre d’emploi<\/th><td>77</);
    const { actions, asleepUntil, spam, suspicion, applicationStep } = suspect.entry;
    assert.deepEqual(
      [actions[0]?.outcome, asleepUntil, spam, suspicion, applicationStep],
      ['voicemail', '2026-04-01', true, 'trap', null],
    );
    assert.deepEqual(suspect.entry.objections, { phone: '2026-03-01', sms: '2026-03-01' });
    for (const said of [
      /SMS<\/th><td>01\/03\/2026/,
      /Message laissé/,
      /01\/04\/2026/,
      /Indésirable<\/th><td>présumée/,
    ])
      assert.match(suspect.page, said);
    assert.equal(merged.entry.duplicateOf, kept);
    assert.match(merged.page, new RegExp(`Réunie avec</th><td>fiche nº ${kept}<`));
  });

  it('an export speaks French alone: no code, name of a field or address', async () => {
    await addEndpoint(service);
    const lead = await send(service, 'french', {
      ...family,
      civiliteClient: 'contact.civility.mrs',
      sejourType: 'commercial.sejourType.temporaire',
      numeroSecu: 'inconnu',
      adUserData: 'GRANTED',
      commercialrelations: [{ civilite: 'contact.civility.mr', firstName: 'Paul', lien: 'fils' }],
    });
    const kept = await send(service, 'french-kept', { firstNameClient: 'Simone' });
    const edit = (body: object) => ok(staff.patch(`/desk/entries/${lead}`, body));
    const act = (name: string, body: object) => ok(staff.post(`/desk/entries/${lead}/${name}`, body));
    const call = { outcome: 'no-answer', date: '2026-03-04', done: true, comment: 'Rappelée' };
    await edit({ actions: [call] });
    await edit({ actions: [{ stage: 'Visite', date: '2026-03-05', time: '10:00', done: false }] });
    await edit({ relations: [{ position: 0, firstName: 'Pierre' }] });
    await act('assign', { establishmentId: 5 });
    await act('sleep', { sleep: { until: '2026-04-01', reason: 'Vacances' } });
    for (const spam of [true, false]) await act('spam', { spam });
    await edit({ resultat: 'commercial.resultat.nosuite' });
    await ok(officer.patch(`/desk/privacy/entries/${lead}`, { fields: { firstNameClient: 'Solange' } }));
    await ok(staff.post(`/desk/entries/${kept}/duplicate`, { of: lead }));
    const numero = '2026 / 001_002_009';
    const orientation = {
      ...canaryMessage(OrientationBody),
      NumeroDemandeOrientationCR: numero,
      etablissementId: 3,
    };
    await service.exchange('/appli/partner/orientation', orientation);
    const oriented = await newestEntry(service.database);
    await service.exchange('/appli/partner/suivi', { NumeroDemandeOrientationCR: numero, State: 'Conclu' });
    const application = {
      ...canaryMessage(ApplicationBody, ['customId', 'etablissementId']),
      etablissementId: 3,
    };
    const applied = await send(service, 'french-cv', application, 'announcement/postuler');
    const opinion = canaryMessage(SurveyBody, ['customId']);
    const surveyed = await send(service, 'french-opinion', opinion, 'etablissement/3/survey/create');
    await execute(
      service.database,
      "update outbox set state = 'delivered', next_at = null, finished_at = created_at",
    );
    const all = [lead, kept, oriented, applied, surveyed];
    const { page } = await exported(await requestOf(...all));
    // What sites and partners choose themselves: their numbers, and the name of a file.
    const own = /2026 \/ 001_002_00\d|fichiers\/\d+-[\w.-]+|z(?:canari|custom)\d+z|french-[a-z]+|partner\b/gi;
    assertFrench(page.replace(own, ''));
    for (const said of ['Madame', 'Hébergement temporaire', 'numero secu', 'Sans suite', 'Pas de réponse'])
      assert.ok(page.includes(said), said);
    assert.match(page, /Prénom : Solange \(avant : Simone\)/);
  });

  it('an export says what article 15(1) asks for, by the rules that run', async () => {
    const lead = await send(service, 'informed', { firstNameClient: 'Simone' });
    const path = await requestOf(lead);
    await officer.patch('/desk/privacy/register/controller', {
      text: 'Groupe Loire, 1 rue des Lilas, Angers',
    });
    assert.match(
      (await exported(path)).page,
      /Sans limite pour l’instant : la règle n’est pas encore appliquée/,
    );
    await confirmRules(service, ['prospect']);
    await ok(officer.patch('/desk/privacy/retention/prospect', { days: 1_460 }));
    const before = textOfPage((await exported(path)).page);
    assert.ok(before.includes('Union européenne\nAucun, d’après le registre de nos traitements.'));
    await ok(officer.patch('/desk/privacy/register/transfers', { text: 'Notre messagerie, au Canada' }));
    const text = textOfPage((await exported(path)).page);
    for (const [asked, said] of Object.entries({
      controller: 'Responsable du traitement : Groupe Loire, 1 rue des Lilas, Angers',
      purposes: 'Répondre aux familles qui cherchent une place',
      categories: 'Identité, coordonnées, souhaits de séjour',
      recipients: 'Autres destinataires\nsite',
      staff: 'Notre personnel\nAdministrateur',
      durations: 'Prospect sans admission, depuis son dernier contact\n4 ans',
      rights: 'rectifier ces données (article 16 du RGPD), de les effacer (article 17)',
      complaint: 'CNIL, 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07',
      source: 'Transmise par\nsite',
      transfers: 'Transferts hors de l’Union européenne\nNotre messagerie, au Canada',
      decisions: 'Aucune décision vous concernant n’est prise par un traitement automatisé seul',
      ofTheRequest: 'Pouvoir le prouver'.toLowerCase(),
    }))
      assert.ok(text.includes(said), `${asked}: ${said}`);
    assert.doesNotMatch(text, /Candidatures|Enquêtes de satisfaction|Journal d’audit \(/);
  });

  it('an export says when its data was read, by the function of who did', async () => {
    const lead = await send(service, 'consulted', { firstNameClient: 'Simone' });
    for (const path of [
      `/desk/entries/${lead}`,
      `/desk/entries/${lead}`,
      '/desk/entries.csv?kind=commercial',
    ])
      assert.equal((await staff.get(path)).statusCode, 200);
    await ok(staff.post('/desk/privacy/find', { customId: 'consulted' }));
    const path = await requestOf(lead);
    await exported(path);
    const { entry, page } = await exported(path);
    assert.deepEqual(entry.consultations.map(({ on, by, act, times }) => [on, by, act, times]).sort(), [
      ['2026-03-04', 'Administrateur', 'found', 1],
      ['2026-03-04', 'Administrateur', 'listed', 1],
      ['2026-03-04', 'Administrateur', 'read', 2],
      ['2026-03-04', 'Protection des données', 'exported', 2],
    ]);
    assert.match(page, /04\/03\/2026<\/td><td>Administrateur<\/td><td>Fiche lue \(2 fois\)/);
    assert.doesNotMatch(textOfPage(page), /Faure|Petit|@|plus anciennes/);
    assert.equal(entry.olderConsultations, false);

    await execute(
      service.database,
      `insert into audit (at, author, action, subject, subject_id, detail)
       with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < 5000)
       select '2026-03-04T09:00:00.000Z', 'reader', 'read', 'entry', ${lead}, '{}' from numbers`,
    );
    const cut = await exported(path);
    assert.equal(cut.entry.olderConsultations, true);
    assert.match(cut.page, /Il peut y en avoir d’autres, plus anciennes\./);
  });

  it('an export masks the other persons, and names staff by their function', async () => {
    const id = await send(service, 'family', family);
    await staff.patch(`/desk/entries/${id}`, {
      relations: [{ position: 1, phone: '06 39 98 66 66' }],
      actions: [{ comment: 'Visite prévue', stage: 'Visite', date: '2026-03-05', done: false }],
    });
    // Planned by one, and done by another.
    const colleague = await signIn(service, [administrator], 'Nadège Petit');
    await colleague.patch(`/desk/entries/${id}`, { actions: [{ position: 1, done: true }] });
    const path = await requestOf(id);
    await officer.patch(`${path}/entries/${id}`, { people: null });
    assertFailure(await officer.get(`${path}/export.zip`), 409, 'CONFLICT', /^people:/);
    await officer.patch(`${path}/entries/${id}`, { people: [0] });
    const { json, entry, page } = await exported(path);
    for (const text of [JSON.stringify(json), page]) {
      const people = ['Lefèvre', 'Paul', 'paul@', '66 66', '05 36 49', 'Hélène', 'Faure', 'Nadège'];
      for (const other of [...people, 'valeur inconnue']) assert.ok(!text.includes(other), other);
      assert.ok(text.includes('claire@example.org') && text.includes('Administrateur'));
    }
    assert.deepEqual(entry.relations[1], {
      position: 1,
      fields: { firstName: '[autre personne]', email: '[autre personne]', phone: '[autre personne]' },
      otherFields: { lien: '[autre personne]' },
    });
    await officer.patch(`${path}/entries/${id}`, { people: ['entry', 1] });
    const others = JSON.stringify((await exported(path)).json);
    assert.ok(others.includes('Lefèvre') && others.includes('Paul') && others.includes('valeur inconnue'));
    assert.ok(!others.includes('claire@') && !others.includes('05 36 49'));
  });

  it('an export masks the other persons of a partner’s message', async () => {
    await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '2026 / 001_002_004',
      GirEstime: 'GIR 3',
      'PersonneAgee / Nom': 'Lefèvre',
      'Contact / Nom': 'Durand',
      inconnu: 'secret',
    });
    const id = await newestEntry(service.database);
    const path = await requestOf(id);
    await officer.patch(`${path}/entries/${id}`, { people: [0] });
    const { message } = (await exported(path)).entry;
    assert.deepEqual(message, {
      NumeroDemandeOrientationCR: '[autre personne]',
      GirEstime: '[autre personne]',
      'PersonneAgee / Nom': '[autre personne]',
      'Contact / Nom': 'Durand',
      inconnu: '[autre personne]',
    });
  });

  it('free texts are withheld from a relative until the officer shows them', async () => {
    const id = await send(service, 'relative', {
      ...family,
      commercialrelations: [{ firstName: 'Claire', lien: 'fille aînée', gir: 'secret de Paul' }],
    });
    await staff.patch(`/desk/entries/${id}`, { actions: [{ comment: 'Simone oublie tout' }] });
    const path = await requestOf(id);
    const entryPath = `${path}/entries/${id}`;
    const theirs = /gendre &lt;Marc&gt;|Unité protégée|oublie tout/;
    // The page shows what strangers wrote as text.
    assert.match((await exported(path)).page, theirs);

    const choose = (values: object) => ok(officer.patch(entryPath, values));
    await choose({ people: [0] });
    const { entry, page, json } = await exported(path);
    for (const text of [page, JSON.stringify(json)]) {
      assert.doesNotMatch(text, theirs);
      assert.doesNotMatch(text, /gendre|valeur inconnue/);
      assert.match(text, /\[non communiqué : Concerne une autre personne\]/);
    }
    assert.deepEqual(entry.relations[0]?.otherFields, { lien: 'fille aînée', gir: 'secret de Paul' });
    await choose({ withheld: { reason: null } });
    assert.match((await exported(path)).page, theirs);
    await choose({ withheld: { reason: 'Droits d’un tiers' } });
    const chosen = (await exported(path)).page;
    assert.match(chosen, /\[non communiqué : Droits d’un tiers\]/);
    assert.doesNotMatch(chosen, theirs);
    // With the person added it stays as chosen; for the relative alone it has to be chosen anew.
    await choose({ people: ['entry', 0] });
    assert.doesNotMatch((await exported(path)).page, /oublie tout/);
    await choose({ people: [0] });
    assert.doesNotMatch((await exported(path)).page, theirs);
  });

  it('an export leaves out an entry that is refused', async () => {
    const [theirs, refused] = [await send(service, 'theirs', family), await send(service, 'refused', family)];
    const path = await requestOf(theirs, refused);
    await officer.patch(`${path}/entries/${theirs}`, { people: ['entry'] });
    const decided = { state: 'refused', reason: 'Une autre personne' };
    assert.equal((await officer.patch(`${path}/entries/${refused}`, decided)).statusCode, 200);
    const { json, files } = await exported(path);
    assert.deepEqual(
      json.entries.map(({ number }) => number),
      [theirs],
    );
    assert.equal(Object.keys(files).length, 3);
    const none = await requestOf(refused);
    await officer.patch(`${none}/entries/${refused}`, decided);
    assertFailure(await officer.get(`${none}/export.zip`), 409, 'CONFLICT', /^entries:/);
  });

  it('an export needs an entry, and says of an erased one that it is', async () => {
    assertFailure(await officer.get(`${await requestOf()}/export.zip`), 409, 'CONFLICT', /^entries:/);
    const id = await send(service, 'erased', { firstNameClient: 'Yvette' });
    const path = await requestOf(id);
    await erase(officer, id);
    const { json, entry, page } = await exported(path);
    assert.equal(entry.erased, true);
    assert.match(page, /ont été effacées/);
    assert.ok(!JSON.stringify(json).includes('Yvette'));
  });

  it('an archive is made while it is sent, a file at a time', async () => {
    const read: number[] = [];
    const file = (n: number): ZipFile => ({
      name: `${n}`,
      async *content() {
        read.push(n);
        yield new Uint8Array(200_000).fill(n);
      },
    });
    const pieces = zipOf(
      Array.from({ length: 10 }, (_, n) => file(n)),
      new Date('2026-03-04'),
    );
    let bytes = 0;
    const all: Uint8Array[] = [];
    while (read.length < 3) {
      const { value } = await pieces.next();
      assert.ok(value);
      bytes = Math.max(bytes, value.length);
      all.push(value);
    }
    assert.deepEqual(read, [0, 1, 2]);
    let turns = 0;
    let waiting = setImmediate(function count() {
      turns++;
      waiting = setImmediate(count);
    });
    for await (const piece of pieces) {
      bytes = Math.max(bytes, piece.length);
      all.push(piece);
    }
    clearImmediate(waiting);
    assert.ok(bytes <= 64 * 1024 + 1_024, `${bytes}`);
    // Other requests had their turns: 7 files of 4 pieces were left.
    assert.ok(turns >= 28, `${turns}`);
    const files = unzipSync(Buffer.concat(all));
    assert.deepEqual(
      Object.entries(files).map(([name, content]) => [name, content.length, content[100]]),
      Array.from({ length: 10 }, (_, n) => [`${n}`, 200_000, n]),
    );
  });
});
