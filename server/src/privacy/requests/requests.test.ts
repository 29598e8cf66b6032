import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { findPerson } from '../../../test/fixtures/find-person.ts';
import { closing, newRequest } from '../../../test/fixtures/privacy.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('requests of persons', (engine) => {
  let service: TestService;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
  });
  after(() => service.close());

  const add = async (values: Readonly<Record<string, string>> = {}): Promise<number> => {
    return (await ok<{ id: number }>(officer.post('/desk/privacy/requests', { ...newRequest, ...values })))
      .id;
  };
  const path = (id: number) => `/desk/privacy/requests/${id}`;
  const shown = async (id: number) => (await officer.get(path(id))).json();

  it('requests are listed by the day they are due, and those within a week on the first page', async () => {
    const admin = await signIn(service, [administrator]);
    const reader = await signIn(service, [{ role: 'reader', establishmentId: null }]);
    const due = async (desk: Desk) => (await desk.get('/desk/today')).json().privacyDue;
    assert.deepEqual(await due(admin), { count: 0, late: 0, nextDueOn: null });
    const days = ['2026-02-12', '2026-01-31', '2026-02-11'];
    const ids: number[] = [];
    for (const receivedOn of days) ids.push(await add({ receivedOn }));
    const [later, late, soon] = ids;
    const listed = async (query = '') => {
      const { data } = await ok<{ data: { id: number; dueOn: string }[] }>(
        officer.get(`/desk/privacy/requests${query}`),
      );
      return data.map(({ id, dueOn }) => [id, dueOn]);
    };
    assert.deepEqual(await listed(), [
      [late, '2026-02-28'],
      [soon, '2026-03-11'],
      [later, '2026-03-12'],
    ]);
    assert.deepEqual(await listed('?state=closed'), []);
    assert.deepEqual(await due(admin), { count: 2, late: 1, nextDueOn: '2026-02-28' });
    assert.equal(await due(reader), null);
    await ok(officer.patch(path(late ?? 0), { identityKind: 'called-back' }));
    await ok(officer.patch(path(late ?? 0), { ...closing, decision: 'refused', ground: 'Litige en cours' }));
    assert.deepEqual(await listed('?state=closed'), [[late, '2026-02-28']]);
    assert.deepEqual(await due(admin), { count: 1, late: 0, nextDueOn: '2026-03-11' });
  });

  it('a request goes from receipt to closing, step after step, and changes no more', async () => {
    const id = await add();
    const refusals = [
      [{ decision: 'refused', ground: 'x' }, 'identityKind'],
      [{ identityKind: 'other' }, 'identityCheck'],
      [{ identityCheck: 'Rappelée' }, 'identityKind'],
      [{ answeredOn: '2026-03-04', answerChannel: 'mail' }, 'decision'],
      [{ close: true }, 'decision'],
    ] as const;
    for (const [body, field] of refusals)
      assertFailure(await officer.patch(path(id), body), 400, 'INVALID', new RegExp(`^${field}:`));
    assert.deepEqual((await shown(id)).possibleDecisions, []);
    await ok(officer.patch(path(id), { identityKind: 'other', identityCheck: 'Reconnue par la directrice' }));
    await ok(officer.patch(path(id), { extensionReason: 'Recherches dans trois résidences' }));
    assert.deepEqual((await shown(id)).possibleDecisions, ['refused']);
    const decided = { decision: 'refused', ground: 'Une réclamation est en cours' };
    const answer = { answeredOn: '2026-03-04', answerChannel: 'letter' };
    for (const [body, field] of [
      [{ decision: 'granted' }, 'decision'],
      [{ decision: 'nothing' }, 'decision'],
      [{ decision: 'refused', ...answer, close: true }, 'ground'],
      [{ ...decided, close: true }, 'answeredOn'],
      [{ ...decided, answeredOn: '2026-03-04' }, 'answerChannel'],
      [{ ...decided, ...answer, answeredOn: '2026-03-03' }, 'answeredOn'],
      [{ ...decided, ...answer, answeredOn: '2026-03-05' }, 'answeredOn'],
      [{ authority: 'Jugement' }, 'authority'],
    ] as const)
      assertFailure(await officer.patch(path(id), body), 400, 'INVALID', new RegExp(`^${field}:`));
    await ok(officer.patch(path(id), decided));
    await ok(officer.patch(path(id), { ground: null }));
    assert.equal((await shown(id)).ground, null);
    await ok(officer.patch(path(id), { ground: decided.ground, ...answer, close: true }));
    const { dueOn, extensionReason, steps, ...rest } = await shown(id);
    assert.deepEqual(
      [rest.identityKind, rest.identityCheck, dueOn, extensionReason],
      ['other', 'Reconnue par la directrice', '2026-06-04', 'Recherches dans trois résidences'],
    );
    assert.deepEqual(
      [rest.decision, rest.ground, rest.closedAt],
      ['refused', 'Une réclamation est en cours', '2026-03-04T09:00:00.000Z'],
    );
    assert.deepEqual([rest.answeredOn, rest.answerChannel], ['2026-03-04', 'letter']);
    assert.deepEqual(
      steps.map(({ author, step }: Record<string, unknown>) => `${author}: ${step}`),
      ['received', 'identity', 'extended', 'decided', 'answered', 'closed'].map(
        (step) => `Nadia Petit: ${step}`,
      ),
    );
    for (const [to, body] of [
      [path(id), { ground: 'x' }],
      [`${path(id)}/entries`, { entries: [{ entryId: await send(service, 'after-closing') }] }],
    ] as const) {
      const answered = to === path(id) ? await officer.patch(to, body) : await officer.post(to, body);
      assertFailure(answered, 409, 'CONFLICT', /closed/);
    }
  });

  it('a request is granted for what was done, to whom the officer knows', async () => {
    const id = await add({ kind: 'access' });
    const entryId = await send(service, 'to-export');
    await ok(officer.post(`${path(id)}/entries`, { entries: [{ entryId, people: ['entry'] }] }));
    const failed = { identityKind: 'failed', identityCheck: 'Aucune réponse au numéro connu' };
    await ok(officer.patch(path(id), failed));
    assert.deepEqual((await shown(id)).possibleDecisions, ['refused']);
    assertFailure(await officer.get(`${path(id)}/export.zip`), 409, 'CONFLICT', /^identityKind:/);
    await ok(officer.patch(path(id), { identityKind: 'in-person' }));
    const byHand = await officer.patch(`${path(id)}/entries/${entryId}`, { state: 'done' });
    assertFailure(byHand, 400, 'INVALID', /^state:/);
    assertFailure(await officer.patch(path(id), closing), 400, 'INVALID', /^decision:.*nothing was done/);
    assert.equal((await officer.get(`${path(id)}/export.zip`)).statusCode, 200);
    const { possibleDecisions, entries } = await shown(id);
    assert.deepEqual([possibleDecisions, entries[0].state], [['granted', 'partial', 'refused'], 'done']);
    const answered = await officer.patch(path(id), { ...closing, close: undefined });
    assert.equal(answered.statusCode, 200, answered.body);
    // Another decision than the one that was answered.
    const other = { decision: 'refused', ground: 'x' };
    assertFailure(await officer.patch(path(id), other), 400, 'INVALID', /^answeredOn:/);
    await ok(officer.patch(path(id), { close: true }));
  });

  it('identity is bound to a known contact of each entry', async () => {
    const known = { phoneClient: '06 39 98 44 51', emailClient: 'yvonne@example.org' };
    const [entryId, hostile] = [await send(service, 'known', known), await send(service, 'hostile', known)];
    await execute(service.database, `update entries set browser = 1 where id = ${hostile}`);
    const id = await add({ kind: 'access' });
    const entries = [entryId, hostile].map((one) => ({ entryId: one, people: ['entry'] }));
    await ok(officer.post(`${path(id)}/entries`, { entries }));
    await ok(officer.patch(path(id), { identityKind: 'called-back' }));
    const choose = (one: number, contact: string) => officer.patch(`${path(id)}/entries/${one}`, { contact });
    const download = () => officer.get(`${path(id)}/export.zip`);
    assertFailure(await download(), 409, 'CONFLICT', /^contact:/);
    assert.deepEqual((await shown(id)).entries[0].contacts, [
      { key: 'entry.phoneClient', shown: '06 … 51', since: '2026-03-04', counts: true },
      { key: 'entry.emailClient', shown: 'yv…@example.org', since: '2026-03-04', counts: true },
    ]);
    await ok(choose(entryId, 'entry.emailClient'));
    assertFailure(await download(), 409, 'CONFLICT', new RegExp(`^contact: .* entry ${entryId} `));
    await ok(choose(entryId, 'entry.phoneClient'));
    assertFailure(await download(), 409, 'CONFLICT', new RegExp(`^contact: .* entry ${hostile} `));
    assertFailure(await choose(hostile, 'entry.phoneClient'), 400, 'INVALID', /^contact:/);
    await ok(officer.patch(`${path(id)}/entries/${hostile}`, { state: 'refused', reason: 'Non prouvé' }));
    assert.equal((await download()).statusCode, 200);
    const refused = await add({ kind: 'access' });
    await ok(officer.post(`${path(refused)}/entries`, { entries }));
    await ok(officer.patch(path(refused), { identityKind: 'called-back' }));
    await ok(officer.patch(path(refused), { ...closing, decision: 'refused', ground: 'Identité douteuse' }));
    assertFailure(await officer.get(`${path(refused)}/export.zip`), 409, 'CONFLICT', /^contact:/);
  });

  it('what an entry has taken over from a public form is young', async () => {
    const phone = { phoneClient: '06 39 98 44 52' };
    const form = await send(service, 'form', { ...phone, emailClient: 'somebody@example.org' });
    await execute(service.database, `update entries set browser = 1 where id = ${form}`);
    const entryId = await send(service, 'older', phone);
    const staff = await signIn(service, [administrator]);
    await ok(staff.post(`/desk/entries/${form}/duplicate`, { of: entryId }));
    const id = await add({ kind: 'access' });
    await ok(officer.post(`${path(id)}/entries`, { entries: [{ entryId, people: ['entry'] }] }));
    const { contacts } = (await shown(id)).entries[0];
    assert.deepEqual(
      contacts.map(({ key, counts }: { key: string; counts: boolean }) => [key, counts]),
      [
        ['entry.phoneClient', true],
        ['entry.emailClient', false],
      ],
    );
    const survey = { phone: '06 39 98 44 53', type: 'survey.type.contact' };
    const converted = await send(service, 'survey', survey, 'etablissement/3/survey/create');
    await execute(service.database, `update entries set browser = 1 where id = ${converted}`);
    await ok(staff.post(`/desk/entries/${converted}/convert`, { type: 'commercial.type.email' }));
    await ok(officer.post(`${path(id)}/entries`, { entries: [{ entryId: converted, people: [0] }] }));
    assert.partialDeepStrictEqual((await shown(id)).entries, [{}, { contacts: [{ counts: false }] }]);
  });

  it('who asks for another needs the paper by which they do', async () => {
    const asked = { kind: 'access', represented: 'Odette Garnier', authority: 'Jugement du 3 mars 2026' };
    for (const asker of ['guardian', 'family-authorization', 'agent', 'heir', 'representative']) {
      const id = await add({ ...asked, asker });
      assert.deepEqual(
        [(await shown(id)).asker, (await shown(id)).authority],
        [asker, 'Jugement du 3 mars 2026'],
      );
      const { authority: _, ...without } = asked;
      for (const authority of [undefined, '.']) {
        const noPaper = { ...newRequest, ...without, asker, authority };
        assertFailure(await officer.post('/desk/privacy/requests', noPaper), 400, 'INVALID', /^authority:/);
      }
    }
    const id = await add({ kind: 'access', represented: 'Odette Garnier', asker: 'relative' });
    const entryId = await send(service, 'of-a-relative');
    await ok(officer.post(`${path(id)}/entries`, { entries: [{ entryId, people: ['entry'] }] }));
    await ok(officer.patch(path(id), { identityKind: 'in-person' }));
    assert.deepEqual((await shown(id)).possibleDecisions, ['refused']);
    assertFailure(await officer.get(`${path(id)}/export.zip`), 409, 'CONFLICT', /^authority:/);
    await ok(officer.patch(path(id), { authority: 'Mandat écrit du 4 mars' }));
    assert.equal((await officer.get(`${path(id)}/export.zip`)).statusCode, 200);
  });

  it('a request of the controller itself needs neither identity nor answer', async () => {
    const exporting = { ...newRequest, asker: 'controller', kind: 'access' };
    assertFailure(await officer.post('/desk/privacy/requests', exporting), 400, 'INVALID', /^kind:/);
    const id = await add({ kind: 'rectification', asker: 'controller', person: 'Le comité, audit annuel' });
    const entryId = await send(service, 'of-the-controller');
    await ok(officer.post(`${path(id)}/entries`, { entries: [{ entryId, people: ['entry'] }] }));
    await ok(officer.patch(`${path(id)}/entries/${entryId}`, { state: 'done' }));
    await ok(officer.patch(path(id), { decision: 'granted', close: true }));
  });

  it('nothing found is a decision only after a search that was made to its end', async () => {
    const id = await add({ kind: 'access' });
    await ok(officer.patch(path(id), { identityKind: 'known-email' }));
    const nothing = { ...closing, decision: 'nothing' };
    assertFailure(await officer.patch(path(id), nothing), 400, 'INVALID', /^decision:.*search/);
    const note = (criteria: readonly string[]) => officer.post(`${path(id)}/searches`, { criteria });
    assertFailure(await note(['email']), 409, 'CONFLICT', /^criteria:/);
    const criteria = { email: 'nobody@example.org', phone: '06 39 98 00 01' };
    const { cursor } = await ok<{ cursor: string | null }>(officer.post('/desk/privacy/find', criteria));
    assert.ok(cursor);
    assertFailure(await note(['email']), 409, 'CONFLICT', /^criteria:/);
    await ok(note(['email', 'phone']));
    // Not every text was read yet.
    assert.deepEqual((await shown(id)).possibleDecisions, ['refused']);
    await findPerson(officer, criteria);
    await ok(note(['email', 'phone']));
    assert.deepEqual((await shown(id)).possibleDecisions, ['nothing', 'refused']);
    await ok(officer.patch(path(id), nothing));
    const closed = await officer.get(path(id));
    assert.equal(closed.json().decision, 'nothing');
    const steps = closed.json().steps.map(({ step, detail }: Record<string, unknown>) => [step, detail]);
    assert.deepEqual(steps[3], ['searched', { criteria: ['email', 'phone'], complete: true }]);
    assert.doesNotMatch(closed.body, /nobody/);
  });

  it('a request is extended once, and not when it is late', async () => {
    const id = await add();
    const extend = () => officer.patch(path(id), { extensionReason: 'Complexe' });
    assert.equal((await extend()).statusCode, 200);
    assertFailure(await extend(), 400, 'INVALID', /^extensionReason:/);
    const late = await add({ receivedOn: '2026-02-03' });
    const tooLate = await officer.patch(path(late), { extensionReason: 'Complexe' });
    assertFailure(tooLate, 400, 'INVALID', /^extensionReason:/);
  });

  it('a request lists entries with their persons, and what became of each', async () => {
    const id = await add();
    const entryId = await send(service, 'with-persons', {
      firstNameClient: 'Simone',
      lastNameClient: 'Martin',
      commercialrelations: [{ firstName: 'Claire', lastName: 'Durand', lien: 'Fille' }],
    });
    const alone = await send(service, 'alone', { firstNameClient: 'Yvette' });
    await ok(
      officer.post(`${path(id)}/entries`, {
        entries: [{ entryId }, { entryId: alone, people: ['entry'] }, { entryId: alone }],
      }),
    );
    const about = { kind: 'commercial', establishmentId: 3, receivedAt: '2026-03-04T09:00:00.000Z' };
    const state = { restriction: null, pendingErasure: null, followUp: 'to-call' };
    const persons = [
      { person: 'entry', name: 'Simone Martin', kinship: null },
      { person: 0, name: 'Claire Durand', kinship: 'Fille' },
    ];
    const yvette = { person: 'entry', name: 'Yvette', kinship: null };
    const found = { state: 'found', reason: null, withheld: null, contact: null, contacts: [] };
    assert.deepEqual((await shown(id)).entries, [
      { entryId, ...found, people: null, entry: { ...about, ...state, persons } },
      { entryId: alone, ...found, people: ['entry'], entry: { ...about, ...state, persons: [yvette] } },
    ]);
    const entry = `${path(id)}/entries/${entryId}`;
    assertFailure(await officer.patch(entry, { state: 'refused' }), 400, 'INVALID', /^reason:/);
    await ok(officer.patch(entry, { state: 'refused', reason: 'Litige en cours', people: [0] }));
    const [refused] = (await shown(id)).entries;
    assert.deepEqual([refused.state, refused.reason, refused.people], ['refused', 'Litige en cours', [0]]);
    await ok(officer.patch(entry, { people: null }));
    assert.equal((await shown(id)).entries[0].people, null);
    assertFailure(await officer.patch(entry, { people: [1] }), 400, 'INVALID', /^people\[0\]:/);
    assertFailure(await officer.patch(`${path(id)}/entries/999999`, { state: 'done' }), 404, 'NOTFOUND');
  });

  it('a request that is not valid is refused with its place', async () => {
    const id = await add();
    for (const [field, values] of [
      ['kind', { kind: 'other' }],
      ['person', { person: '' }],
      ['person', { person: ' ' }],
      ['asker', { asker: 'neighbour' }],
      ['represented', { asker: 'guardian', authority: 'Jugement' }],
      ['represented', { represented: 'Odette Garnier' }],
      ['authority', { authority: 'Jugement' }],
      ['person', { person: 'x'.repeat(2_001) }],
      ['receivedOn', { receivedOn: '2026-02-30' }],
      ['receivedOn', { receivedOn: '2026-03-05' }],
      ['channel', { channel: 'fax' }],
      ['more', { more: 1 }],
    ] as const) {
      const answer = await officer.post('/desk/privacy/requests', { ...newRequest, ...values });
      assertFailure(answer, 400, 'INVALID', new RegExp(`^${field}:`));
    }
    for (const body of [
      {},
      { close: false },
      { decision: 'later' },
      { identityKind: 'other', identityCheck: ' ' },
    ])
      assertFailure(await officer.patch(path(id), body), 400, 'INVALID');
    const link = (entries: readonly object[]) => officer.post(`${path(id)}/entries`, { entries });
    const many = Array.from({ length: 201 }, (_, i) => ({ entryId: i + 1 }));
    for (const entries of [[], [{ entryId: 0 }], [{ entryId: '1' }], [{ entryId: 1, people: [] }], many])
      assertFailure(await link(entries), 400, 'INVALID', /^entries/);
    const known = await send(service, 'known');
    assertFailure(await link([{ entryId: known }, { entryId: 999_999 }]), 404, 'NOTFOUND', /999999/);
    const stranger = [{ entryId: known, people: [0] }];
    assertFailure(await link(stranger), 400, 'INVALID', /^entries\[0\]\.people\[0\]:/);
    assert.deepEqual((await shown(id)).entries, []);
    for (const part of ['', '/proof.html', '/export.zip'])
      assertFailure(await officer.get(`/desk/privacy/requests/999999${part}`), 404, 'NOTFOUND');
    assertFailure(await officer.patch('/desk/privacy/requests/999999', { close: true }), 404, 'NOTFOUND');
    assertFailure(await officer.get('/desk/privacy/requests?state=all'), 400, 'INVALID', /^state:/);
  });

  it('nothing about the person is in the audit trail', async () => {
    const lines = await rows<{ detail: string }>(
      service.database,
      "select detail from audit where subject = 'privacy-request'",
    );
    assert.ok(lines.length > 5);
    assert.ok(!JSON.stringify(lines).match(/Claire|Durand|example\.org|Rappelée/));
  });
});
