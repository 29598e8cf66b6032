import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { newRequest } from '../../../test/fixtures/privacy.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';

onOneEngine('requests of persons', (engine) => {
  let service: TestService;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
  });
  after(() => service.close());

  const add = async (values: Partial<Record<keyof typeof newRequest, string>> = {}): Promise<number> => {
    return (await ok<{ id: number }>(officer.post('/desk/privacy/requests', { ...newRequest, ...values })))
      .id;
  };
  const path = (id: number) => `/desk/privacy/requests/${id}`;
  const shown = async (id: number) => (await officer.get(path(id))).json();

  it('are due a calendar month after their receipt, and listed with those due first', async () => {
    const late = await add({ receivedOn: '2026-01-31' });
    const soon = await add({ receivedOn: '2026-02-10' });
    const { data } = (await officer.get('/desk/privacy/requests')).json();
    assert.deepEqual(
      data.map(({ id, dueOn, late: isLate }: Record<string, unknown>) => [id, dueOn, isLate]),
      [
        [late, '2026-02-28', true],
        [soon, '2026-03-10', false],
      ],
    );
    assert.deepEqual((await officer.get('/desk/privacy/requests?state=closed')).json(), {
      data: [],
      truncated: false,
    });
  });

  it('go from receipt to closing, each step with its author, and change no more', async () => {
    const id = await add();
    await officer.patch(path(id), { identityCheck: 'Rappelée au numéro connu' });
    await officer.patch(path(id), { extensionReason: 'Recherches dans trois résidences' });
    assertFailure(await officer.patch(path(id), { close: true }), 400, 'INVALID', /^decision:/);
    assertFailure(
      await officer.patch(path(id), { decision: 'refused', close: true }),
      400,
      'INVALID',
      /^ground:/,
    );
    const closed = await officer.patch(path(id), {
      decision: 'partial',
      ground: 'Une réclamation est en cours',
      close: true,
    });
    const { identityCheck, dueOn, extended, decision, ground, closedAt, steps } = closed.json();
    assert.deepEqual(
      { identityCheck, dueOn, extended, decision, ground, closedAt },
      {
        identityCheck: 'Rappelée au numéro connu',
        dueOn: '2026-06-04',
        extended: true,
        decision: 'partial',
        ground: 'Une réclamation est en cours',
        closedAt: '2026-03-04T09:00:00.000Z',
      },
    );
    assert.deepEqual(
      steps.map(({ author, step }: Record<string, unknown>) => `${author}: ${step}`),
      ['received', 'identity', 'extended', 'decided', 'closed'].map((step) => `Nadia Petit: ${step}`),
    );
    for (const [to, body] of [
      [path(id), { ground: 'x' }],
      [`${path(id)}/entries`, { entries: [{ entryId: await send(service, 'after-closing') }] }],
    ] as const) {
      const answer = to === path(id) ? await officer.patch(to, body) : await officer.post(to, body);
      assertFailure(answer, 409, 'CONFLICT', /closed/);
    }
    const { data } = (await officer.get('/desk/privacy/requests?state=closed')).json();
    assert.deepEqual(
      data.map((one: { id: number }) => one.id),
      [id],
    );
  });

  it('are extended once, and not when they are late', async () => {
    const id = await add();
    const extend = () => officer.patch(path(id), { extensionReason: 'Complexe' });
    assert.equal((await extend()).statusCode, 200);
    assertFailure(await extend(), 400, 'INVALID', /^extensionReason:/);
    const late = await add({ receivedOn: '2026-02-03' });
    assertFailure(
      await officer.patch(path(late), { extensionReason: 'Complexe' }),
      400,
      'INVALID',
      /^extensionReason:/,
    );
  });

  it('list entries with their persons, and what became of each', async () => {
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
    const state = { restriction: null, followUp: 'to-call' };
    const persons = [
      { person: 'entry', name: 'Simone Martin', kinship: null },
      { person: 0, name: 'Claire Durand', kinship: 'Fille' },
    ];
    const yvette = { person: 'entry', name: 'Yvette', kinship: null };
    const found = { state: 'found', reason: null, withheld: [] };
    assert.deepEqual((await shown(id)).entries, [
      { entryId, ...found, people: null, entry: { ...about, ...state, persons } },
      { entryId: alone, ...found, people: ['entry'], entry: { ...about, ...state, persons: [yvette] } },
    ]);
    const entry = `${path(id)}/entries/${entryId}`;
    assertFailure(await officer.patch(entry, { state: 'refused' }), 400, 'INVALID', /^reason:/);
    const refused = await officer.patch(entry, { state: 'refused', reason: 'Litige en cours', people: [0] });
    assert.deepEqual(
      [refused.json().state, refused.json().reason, refused.json().people],
      ['refused', 'Litige en cours', [0]],
    );
    assert.equal((await officer.patch(entry, { people: null })).json().people, null);
    assertFailure(await officer.patch(entry, { people: [1] }), 400, 'INVALID', /^people\[0\]:/);
    assertFailure(
      await officer.patch(entry, { withheld: [{ key: 'x', reason: 'x' }] }),
      400,
      'INVALID',
      /^withheld\[0\]\.key:/,
    );
    assertFailure(await officer.patch(`${path(id)}/entries/999999`, { state: 'done' }), 404, 'NOTFOUND');
  });

  it('refuse what is not valid, and say where', async () => {
    const id = await add();
    for (const [field, values] of [
      ['kind', { kind: 'other' }],
      ['person', { person: '' }],
      ['person', { person: ' ' }],
      ['asker', { asker: 'neighbour' }],
      ['represented', { asker: 'representative' }],
      ['represented', { represented: 'Odette Garnier' }],
      ['person', { person: 'x'.repeat(2_001) }],
      ['receivedOn', { receivedOn: '2026-02-30' }],
      ['receivedOn', { receivedOn: '2026-03-05' }],
      ['channel', { channel: 'fax' }],
      ['more', { more: 1 }],
    ] as const) {
      const answer = await officer.post('/desk/privacy/requests', { ...newRequest, ...values });
      assertFailure(answer, 400, 'INVALID', new RegExp(`^${field}:`));
    }
    for (const body of [{}, { close: false }, { decision: 'later' }, { identityCheck: ' ' }])
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
    for (const part of ['', '/proof', '/proof.html', '/export.zip'])
      assertFailure(await officer.get(`/desk/privacy/requests/999999${part}`), 404, 'NOTFOUND');
    assertFailure(await officer.patch('/desk/privacy/requests/999999', { close: true }), 404, 'NOTFOUND');
    assertFailure(await officer.get('/desk/privacy/requests?state=all'), 400, 'INVALID', /^state:/);
  });

  it('leave nothing about the person in the audit trail', async () => {
    const lines = await rows<{ detail: string }>(
      service.database,
      "select detail from audit where subject = 'privacy-request'",
    );
    assert.ok(lines.length > 5);
    assert.ok(!JSON.stringify(lines).match(/Claire|Durand|example\.org|Rappelée/));
  });

  it('due within a week are on the first page of who has the right', async () => {
    const own = await startService(engine);
    const admin = await signIn(own, [administrator]);
    const reader = await signIn(own, [{ role: 'reader', establishmentId: null }]);
    const due = async (desk: Desk) => (await desk.get('/desk/today')).json().privacyDue;
    assert.deepEqual(await due(admin), { count: 0, late: 0, nextDueOn: null });
    // Due on 28 February, 11 March (in a week) and 12 March.
    for (const receivedOn of ['2026-01-28', '2026-02-11', '2026-02-12'])
      await admin.post('/desk/privacy/requests', { ...newRequest, receivedOn });
    assert.deepEqual(await due(admin), { count: 2, late: 1, nextDueOn: '2026-02-28' });
    assert.equal(await due(reader), null);
    await admin.patch(path(1), { decision: 'granted', close: true });
    assert.deepEqual(await due(admin), { count: 1, late: 0, nextDueOn: '2026-03-11' });
    await own.close();
  });
});
