import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { correctWithoutTrace, hold, openRequest, removePerson } from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { byCommand } from '../../commands/run-operation.ts';
import { repeatErasure } from '../erase/repeat-erasure.ts';
import { erasureIn } from '../records/erasures.ts';

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
  'select subject, body, calendar from mails',
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

  it('removes a related person, and keeps everything of the others', async () => {
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
      { position: 0, fields: {}, extra: {} },
      { position: 1, fields: { firstName: 'Paul', email: 'paul@example.org' }, extra: {} },
    ]);
    assert.deepEqual(
      entry.actions.map(({ comment }: { comment: string }) => comment),
      ['La famille a rappelé.', 'Envoyé'],
    );
    const [line, , before] = entry.history;
    assert.deepEqual(
      [line.author, line.change, line.detail],
      ['Nadia Petit', 'redacted', { corrected: ['comment', 'note', 'relations[0]', 'actions[0]'] }],
    );
    assert.deepEqual(before.detail.changes, { lastNameClient: { from: 'Martin', to: 'Martinet' } });
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

  it('rewrites a note that names somebody, also where an earlier correction has left it', async () => {
    const id = await send(service, 'note', {
      comment: 'Voir M. Canary',
      phoneAdresseur: '06 39 98 77 77',
      commercialactions: [{ comment: 'M. Canary, premier' }],
    });
    const patch = (body: object) => ok(officer.patch(`/desk/privacy/entries/${id}`, body));
    await patch({ actions: [{ position: 0, comment: 'M. Canary, second' }] });
    await patch({ comment: 'Voir le notaire' });
    await execute(
      service.database,
      `update outbox set state = 'delivered', next_at = null, finished_at = '2026-03-04T09:01:00.000Z'
       where entry_id = ${id}`,
    );
    await answered(id, 'Canary');
    const corrections = {
      comment: 'Voir le notaire',
      fields: { phoneAdresseur: null },
      actions: [{ position: 0, comment: 'Le notaire' }],
    };
    const { told } = await ok<{ told: object[] }>(correctWithoutTrace(officer, id, corrections));
    assert.equal(told.length, 1);
    assert.deepEqual(await canaries(), []);
    const entry = await detail(id);
    assert.deepEqual([entry.comment, entry.actions[0].comment], ['Voir le notaire', 'Le notaire']);
    // What was delivered is no longer known; nothing has changed for the caller.
    assert.deepEqual(
      (await storedEvents(service, id)).map(({ data }) => data.comment),
      [null],
    );
  });

  it('takes the family’s own words, the reason of a sleep and lines of the history', async () => {
    const id = await send(service, 'words', { comment: 'Canary appellera' });
    await ok(staff.patch(`/desk/entries/${id}`, { comment: 'Vu.' }));
    await ok(
      staff.post(`/desk/entries/${id}/sleep`, { sleep: { until: '2026-04-01', reason: 'Canary absente' } }),
    );
    await ok(correctWithoutTrace(officer, id, { originalComment: null, asleepReason: 'Absente' }));
    const { history, comment, originalComment, asleepReason } = await detail(id);
    assert.deepEqual([comment, originalComment, asleepReason], ['Vu.', null, 'Absente']);
    assert.deepEqual(await canaries(), [places[4]], 'the comment of before is another value');
    const line = history.find(({ detail }: { detail: object }) => /Canary/.test(JSON.stringify(detail)));
    await ok(correctWithoutTrace(officer, id, { history: [line.id] }));
    assert.deepEqual(await canaries(), []);
    assert.equal((await detail(id)).history.length, history.length + 1);
  });

  it('takes the texts of messages: those that are named, and those to who has another name now', async () => {
    const id = await send(service, 'letters', {
      lastNameClient: 'Martin',
      commercialrelations: [{ firstName: 'Canary' }, { firstName: 'Paul' }],
    });
    for (const person of ['entry', '0', '1'])
      await execute(
        service.database,
        `insert into mails (message_id, use, entry_id, person, recipient, subject, body, calendar, created_at, state, attempts)
         values ('${id} ${person}', 'visit', ${id}, '${person}', 'x@example.org', 'Canary', 'Canary', 'Canary',
           '2026-03-04T09:00:00.000Z', 'sent', 1)`,
      );
    const letters = async () =>
      Object.fromEntries(
        (
          await rows<{ id: number; person: string; texts: string }>(
            service.database,
            `select id, person, subject || body || coalesce(calendar, '') as texts from mails where entry_id = ${id}`,
          )
        ).map(({ id: letter, person, texts }) => [person, { letter, texts }]),
      );
    const texts = async () => Object.values(await letters()).map((one) => one.texts);
    await ok(
      correctWithoutTrace(officer, id, { relations: [{ position: 0, fields: { firstName: 'Claire' } }] }),
    );
    assert.deepEqual(
      await texts(),
      ['', 'CanaryCanaryCanary', 'CanaryCanaryCanary'],
      'by person: 0, 1, entry',
    );
    await ok(correctWithoutTrace(officer, id, { fields: { lastNameClient: 'Martinet' } }));
    assert.deepEqual(await texts(), ['', 'CanaryCanaryCanary', '']);
    const named = { messages: [(await letters())[1]?.letter] };
    assertFailure(
      await officer.patch(`/desk/privacy/entries/${id}`, named),
      400,
      'INVALID',
      /^messages: .*without trace/,
    );
    await ok(correctWithoutTrace(officer, id, named));
    assert.deepEqual(await texts(), ['', '', '']);
    assert.deepEqual(await canaries(), []);
    const [erasure] = await rows<{ paths: string }>(
      service.database,
      `select paths from erasures where entry_id = ${id} order by id desc`,
    );
    const removed = [`messages.${named.messages[0]}`];
    assert.deepEqual(JSON.parse(erasure?.paths ?? ''), { removed, corrected: [] });
  });

  it('takes its part of a partner’s message, and no resend brings it back', async () => {
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
    assert.equal((await service.exchange('/appli/partner/orientation', message)).statusCode, 200);
    assert.deepEqual(await canaries(), []);
  });

  it('takes what the form said of a person before it became a lead', async () => {
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

  it('belongs to a request that asks for it, whose asker is known, and is recorded there', async () => {
    const id = await send(service, 'request', {
      commercialrelations: [{ firstName: 'Léa' }, { firstName: 'Ida' }],
    });
    const other = await send(service, 'other');
    const lea = { relations: [{ position: 0, fields: { firstName: null } }] };
    const path = `/desk/privacy/entries/${id}`;
    assertFailure(await officer.patch(path, { ...lea, withoutTrace: true }), 400, 'INVALID', /^requestId:/);
    assertFailure(await officer.patch(path, { history: [1] }), 400, 'INVALID', /^history:/);
    const opened = (entryId: number, more: object) => openRequest(officer, [entryId], more);
    for (const [requestId, message] of [
      [await opened(id, { kind: 'access' }), /^kind:/],
      [await opened(other, { kind: 'rectification' }), /^subjects:/],
      [await opened(id, { people: ['entry'] }), /^people:/],
      [await opened(id, { people: [1] }), /^people:/],
    ] as const)
      assertFailure(await correctWithoutTrace(officer, id, lea, requestId), 409, 'CONFLICT', message);
    const requestId = await opened(id, { people: [0, 1] });
    const request = `/desk/privacy/requests/${requestId}`;
    await execute(
      service.database,
      `update privacy_requests set identity_kind = null where id = ${requestId}`,
    );
    assertFailure(await correctWithoutTrace(officer, id, lea, requestId), 409, 'CONFLICT', /^identityKind:/);
    await officer.patch(request, { identityKind: 'called-back' });
    const held = await hold(officer, id, 'hold');
    assertFailure(await correctWithoutTrace(officer, id, lea, requestId), 409, 'HELD');
    await officer.post(`/desk/privacy/holds/${held}/end`);
    assert.equal((await detail(id)).relations[0].fields.firstName, 'Léa');

    await ok(correctWithoutTrace(officer, id, lea, requestId));
    const states = [(await officer.get(request)).json().entries[0].state];
    await ok(removePerson(officer, id, { requestId, relation: 1, fields: { villeClient: 'Angers' } }));
    const { entries, steps } = (await officer.get(request)).json();
    assert.deepEqual([...states, entries[0].state, steps.at(-1).step], ['found', 'done', 'redacted']);
    const audit = await rows<{ detail: string }>(
      service.database,
      `select detail from audit where subject = 'entry' and subject_id = ${id} order by id desc`,
    );
    assert.deepEqual(JSON.parse(audit[0]?.detail ?? ''), {
      act: 'rectified',
      withoutTrace: true,
      changed: ['withoutTrace', 'relations', 'fields'],
    });
    const ledger = await rows<{ paths: string }>(
      service.database,
      `select paths from erasures where entry_id = ${id} order by id`,
    );
    assert.deepEqual(
      ledger.map(({ paths }) => JSON.parse(paths)),
      [
        { removed: ['relations.0'], corrected: [] },
        { removed: ['relations.1'], corrected: ['changes.villeClient'] },
      ],
    );
  });

  it('is repeated on a restored backup: what was removed goes, the rest has to be corrected again', async () => {
    const id = await send(service, 'restored', {
      lastNameClient: 'Lefevre',
      comment: 'Canary, première version',
      commercialrelations: [{ firstName: 'Canary' }],
    });
    await staff.patch(`/desk/entries/${id}`, { comment: 'Canary, seconde version' });
    await ok(removePerson(officer, id, { comment: null, fields: { lastNameClient: 'Lefèvre' } }));
    const [line] = await rows<Parameters<typeof erasureIn>[0]>(
      service.database,
      `select id, entry_id as "entryId", received_at as "receivedAt", reason, request_id as "requestId",
         erased_at as "erasedAt", counts, paths from erasures where entry_id = ${id}`,
    );
    assert.ok(line);
    const erasure = erasureIn(line);
    for (const restored of [
      `update entries set comment = 'Canary, seconde version', original_comment = 'Canary, première version',
         fields = '{"lastNameClient":"Lefevre"}' where id = ${id}`,
      `update relations set fields = '{"firstName":"Canary"}' where entry_id = ${id}`,
      `delete from erasures where entry_id = ${id}`,
    ])
      await execute(service.database, restored);
    const events = (await storedEvents(service, id)).length;
    const repeat = (receivedAt = erasure.receivedAt) =>
      service.database.transaction((tx) =>
        repeatErasure.run(tx, [{ erasure: { ...erasure, receivedAt }, by: byCommand }], {
          now: service.clock.now,
          secrets: service.secrets,
        }),
      );
    assert.deepEqual(await repeat('2020-01-01T00:00:00.000Z'), [false]);
    assert.deepEqual(await repeat(), [true]);
    assert.deepEqual(await canaries(), []);
    assert.equal((await storedEvents(service, id)).length, events);
    const { fields, restriction = null } = await detail(id);
    assert.deepEqual([fields, restriction], [{ lastNameClient: 'Lefevre' }, null]);
    assert.deepEqual(await repeat(), [false]);
    assert.equal(await number(service.database, `select count(*) from erasures where entry_id = ${id}`), 1);
  });
});
