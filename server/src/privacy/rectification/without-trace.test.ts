import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { insertLetter } from '../../../test/fixtures/letters.ts';
import { correctWithoutTrace, hold, openRequest, removePerson } from '../../../test/fixtures/privacy.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { auditOf, newestEntry } from '../../../test/fixtures/stored-entry.ts';

/** Every table and column that may hold values of an entry, as text. */
const places = [
  'select comment, original_comment, asleep_reason, comment_by, fields, extra from entries',
  'select fields, extra from relations',
  'select key from entry_phones',
  'select comment, extra from actions',
  'select detail from history',
  'select body from outbox',
  'select response_excerpt, failure_reason from attempts',
  'select message from orientations',
  'select subject, body, calendar from letters',
  'select counts, paths from erasures',
  'select detail from audit',
  'select detail from privacy_request_steps',
];

onSqlite('correction without trace', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  /** The places that still hold the canary. */
  const canaries = async () => {
    const found: string[] = [];
    for (const place of places)
      if (/canary|639987777/i.test(JSON.stringify(await rows(service.database, place)))) found.push(place);
    return found;
  };
  const detail = async (id: number) => (await staff.get(`/desk/entries/${id}`)).json();
  const answered = (id: number, response: string) =>
    execute(
      service.database,
      `insert into attempts (outbox_id, at, ms, response_excerpt)
       select id, '2026-03-04T09:00:00.000Z', 1, '${response}' from outbox where entry_id = ${id}`,
    );

  it('a person is removed with all earlier texts; present values stay', async () => {
    const id = await send(service, 'entry', {
      firstNameClient: 'Simone',
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 11 11',
      comment: 'Canary appelle le soir',
      delais: 'Immédiat',
      note: 'écrit par Canary',
      commercialrelations: [
        {
          firstName: 'Canary',
          lastName: 'Martin',
          phone: '06 39 98 77 77',
          cellphone: '06 39 98 11 11',
          lien: 'canary',
        },
        { firstName: 'Paul', email: 'paul@example.org' },
      ],
      commercialactions: [
        { date: '2026-03-02', comment: 'Vu Canary', canal: 'Canary' },
        { comment: 'Envoyé' },
      ],
    });
    // Corrected before, by staff: the history knows more of them, and of others.
    const edited = await staff.patch(`/desk/entries/${id}`, {
      comment: 'Canary appelle le matin',
      fields: { lastNameClient: 'Martinet' },
      relations: [{ position: 0, email: 'canary@example.org' }],
    });
    assert.equal(edited.statusCode, 200, edited.body);
    await staff.patch(`/desk/entries/${id}`, { relations: [{ position: 0, email: null }] });
    await answered(id, 'canary');
    assert.equal((await canaries()).length, 7);
    const answer = await removePerson(officer, id, {
      comment: null,
      extra: { note: null },
      actions: [{ position: 0, comment: 'La famille a rappelé.', extra: { canal: null } }],
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(await canaries(), []);
    const entry = await detail(id);
    assert.deepEqual(entry.fields, {
      firstNameClient: 'Simone',
      lastNameClient: 'Martinet',
      phoneClient: '06 39 98 11 11',
      delais: 'Immédiat',
    });
    assert.deepEqual(entry.relations, [
      { position: 0, fields: {}, extra: {}, objection: null },
      { position: 1, fields: { firstName: 'Paul', email: 'paul@example.org' }, extra: {}, objection: null },
    ]);
    assert.deepEqual(
      entry.actions.map(({ comment }: { comment: string }) => comment),
      ['La famille a rappelé.', 'Envoyé'],
    );
    const [line, ...earlier] = entry.history;
    assert.deepEqual(
      [line.author, line.change, line.detail.corrected],
      ['Nadia Petit', 'redacted', ['comment', 'note', 'relations[0]', 'actions[0]']],
    );
    assert.doesNotMatch(JSON.stringify(earlier), /Martin/, 'of others too');
    // The phone that the client has too stays.
    assert.deepEqual(await rows(service.database, `select key from entry_phones where entry_id = ${id}`), [
      { key: '639981111' },
    ]);
    const found = async (q: string) =>
      (await staff.get(`/desk/entries?kind=commercial&q=${q}`))
        .json()
        .data.map((one: { id: number }) => one.id);
    assert.deepEqual([await found('canary'), await found('martinet')], [[], [id]]);
    // The caller is told of its comment, and of nothing more.
    const told = (await storedEvents(service, id)).at(-1);
    assert.deepEqual([told?.event, told?.data.comment], ['updated', null]);
    assert.deepEqual((await lookUp(service, 'entry')).data, told?.data);
  });

  it('earlier notes, the family’s own words and messages go, whatever is corrected', async () => {
    const id = await send(service, 'words', {
      comment: 'Canary appellera',
      phoneAdresseur: '06 39 98 77 77',
      commercialrelations: [{ firstName: 'Claire' }],
      commercialactions: [{ comment: 'M. Canary, premier' }],
    });
    await ok(officer.patch(`/desk/privacy/entries/${id}`, { actions: [{ position: 0, comment: 'Vu' }] }));
    await ok(staff.patch(`/desk/entries/${id}`, { comment: 'Vu.' }));
    for (const person of ['entry', '0'])
      await insertLetter(service.database, id, {
        ...{ use: 'visit', person, recipient: 'canary@example.org' },
        ...{ subject: 'Canary', body: 'Canary', calendar: 'Canary' },
      });
    const corrections = { originalComment: null, fields: { phoneAdresseur: null } };
    await ok(correctWithoutTrace(officer, id, corrections));
    assert.deepEqual(await canaries(), []);
    const { comment, originalComment, history, actions, relations } = await detail(id);
    assert.deepEqual([comment, originalComment, actions[0].comment], ['Vu.', null, 'Vu']);
    assert.deepEqual(relations[0].fields, { firstName: 'Claire' });
    assert.equal(history[0].change, 'redacted');
  });

  it('a partner’s updates do not overwrite what was corrected', async () => {
    const message = {
      NumeroDemandeOrientationCR: '2026 / 001_002_003',
      etablissementId: 3,
      CommentaireContact: 'Canary préfère le matin',
      'PersonneAgee / Nom': 'Lefèvre',
      'Contact / Nom': 'Canary',
      'Contact / Mobile': '+33639987777',
      'PersonneAgee2 / Nom': 'Petit',
      assistante: 'Mme Canary',
    };
    await service.exchange('/appli/partner/orientation', message);
    const id = await newestEntry(service.database);
    await ok(removePerson(officer, id, { comment: null, extra: { assistante: null } }));
    assert.deepEqual(await canaries(), []);
    const [kept] = await rows<{ message: string }>(
      service.database,
      `select message from orientations where entry_id = ${id}`,
    );
    const { 'PersonneAgee / Nom': elder, 'PersonneAgee2 / Nom': second } = JSON.parse(kept?.message ?? '');
    assert.deepEqual([elder, second], ['Lefèvre', 'Petit']);
    const update = { ...message, CommentaireContact: 'Canary encore', 'PersonneAgee / Nom': 'Lefebvre' };
    for (const sent of [message, update]) await ok(service.exchange('/appli/partner/orientation', sent));
    assert.deepEqual(await canaries(), []);
    assert.equal((await detail(id)).fields.lastNameClient, 'Lefebvre', 'nobody has corrected it');
  });

  it('what a form said of a person before it became a lead is taken', async () => {
    const id = await send(
      service,
      'survey',
      { firstName: 'Canary', lastName: 'Canary', phone: '06 39 98 77 77', contact: 'Pour ma mère' },
      'etablissement/3/survey/create',
    );
    await ok(staff.post(`/desk/entries/${id}/convert`, { type: 'commercial.type.website' }));
    await ok(removePerson(officer, id));
    assert.deepEqual(await canaries(), []);
    assert.equal((await detail(id)).fields.contact, 'Pour ma mère');
  });

  it('a correction is recorded in its request, the ledger and the trail', async () => {
    const id = await send(service, 'request', {
      commercialrelations: [{ firstName: 'Léa' }, { firstName: 'Ida' }],
    });
    const lea = { relations: [{ position: 0, fields: { firstName: null } }] };
    const path = `/desk/privacy/entries/${id}`;
    assertFailure(await officer.patch(path, { ...lea, withoutTrace: true }), 400, 'INVALID', /^requestId:/);
    const requestId = await openRequest(officer, [id], { people: [0, 1] });
    const held = await hold(officer, id, 'hold');
    assertFailure(await correctWithoutTrace(officer, id, lea, requestId), 409, 'HELD');
    await officer.post(`/desk/privacy/holds/${held}/end`);
    assert.equal((await detail(id)).relations[0].fields.firstName, 'Léa');

    await ok(correctWithoutTrace(officer, id, lea, requestId));
    await ok(removePerson(officer, id, { requestId, relation: 1, comment: 'Vue' }));
    const { entries, steps } = (await officer.get(`/desk/privacy/requests/${requestId}`)).json();
    assert.deepEqual([entries[0].state, steps.at(-1).step], ['done', 'redacted']);
    const lines = await auditOf(service.database, id);
    assert.deepEqual(lines.at(-1)?.detail, {
      act: 'rectified',
      withoutTrace: true,
      changed: ['withoutTrace', 'relations', 'comment'],
    });
    const ledger = await rows<{ paths: string }>(
      service.database,
      `select paths from erasures where entry_id = ${id} order by id`,
    );
    assert.deepEqual(
      ledger.map(({ paths }) => JSON.parse(paths)),
      [
        { removed: ['relations.0'], corrected: [] },
        { removed: ['relations.1'], corrected: ['changes.comment'] },
      ],
    );
  });

  it('it passes the gates of an erasure, and never takes the own person’s last values', async () => {
    const own = { firstNameClient: 'Simone', phoneClient: '06 39 98 11 11' };
    const id = await send(service, 'gates', { ...own, commercialrelations: [{ firstName: 'Léa' }] });
    const fields = { firstNameClient: null, phoneClient: null };
    const daughters = await openRequest(officer, [id], { kind: 'rectification', people: [0] });
    const mothers = await openRequest(officer, [id], { kind: 'rectification' });
    assertFailure(await correctWithoutTrace(officer, id, { fields }, daughters), 409, 'CONFLICT', /^people:/);
    assertFailure(await correctWithoutTrace(officer, id, { fields }, mothers), 409, 'CONFLICT', /erasure/);
    assert.deepEqual((await detail(id)).fields, own);
    await ok(correctWithoutTrace(officer, id, { fields: { firstNameClient: null } }, mothers));
  });
});
