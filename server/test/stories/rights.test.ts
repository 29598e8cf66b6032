// A data protection officer answers each right of the RGPD, alone, with their own role, and proves it.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Engine } from '../../src/store/dialect.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import { findPerson } from '../fixtures/find-person.ts';
import { closing, eraseDecided } from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const phone = '06 39 98 41 42';
const family = {
  type: 'commercial.type.website',
  firstNameClient: 'Odette',
  lastNameClient: 'Vauclair',
  cellphoneClient: phone,
  emailClient: 'odette.vauclair@example.org',
  comment: 'Odette marche avec une canne.',
  numeroSecu: 'secu-vauclair',
  commercialrelations: [{ firstName: 'Brigitte', lastName: 'Quenneville', cellphone: '06 39 98 51 52' }],
};
/** What no proof, log line or line of the audit trail may hold. */
const personal = /vauclair|quenneville|odette|brigitte|canne|6[ .]?39[ .]?98[ .]?(?:41[ .]?42|51[ .]?52)/i;

onSqlite('a data protection officer answers', (engine) => {
  it('the right of access, with other persons masked and a text withheld', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const entryId = await send(service, 'site-1', family);
    const note = { date: '2026-03-04', stage: 'Prise de contact', done: true, comment: 'Sa fille paie mal.' };
    await ok(staff.patch(`/desk/entries/${entryId}`, { actions: [note] }));
    const request = await requestOf(officer, 'access', [entryId]);

    const linked = `${request}/entries/${entryId}`;
    const { texts } = await ok<{ texts: { key: string; text: string }[] }>(officer.get(linked));
    const hidden = texts.find(({ text }) => text === note.comment);
    assert.ok(hidden);
    const withheld = [{ key: hidden.key, reason: 'Concerne une autre personne' }];
    await ok(officer.patch(linked, { withheld }));

    const files = await exported(officer, request);
    const data = files.get('personne.json') ?? '';
    const page = [...files].find(([name]) => name.endsWith('.html'))?.[1] ?? '';
    for (const text of [data, page]) {
      for (const own of ['Odette', 'Vauclair', phone, 'odette.vauclair@example.org', 'secu-vauclair'])
        assert.ok(text.includes(own), own);
      assert.match(text, /Concerne une autre personne/);
      assert.doesNotMatch(text, /Quenneville|06 39 98 51 52|paie mal|Hélène Faure/);
    }
    JSON.parse(data);
    await proveAndClose(officer, request);
  });

  it('the right to portability, with the files', async (t) => {
    const { service, officer } = await start(t, engine);
    const content = Buffer.from('%PDF-1.4 CV of Odette').toString('base64');
    const application = {
      lastName: 'Vauclair',
      email: 'odette.vauclair@example.org',
      cv: { name: 'cv.pdf', content },
    };
    const entryId = await send(service, 'cv-1', application, 'announcement/postuler');
    const request = await requestOf(officer, 'portability', [entryId], {
      email: 'odette.vauclair@example.org',
    });
    const files = await exported(officer, request);
    assert.ok([...files.values()].includes('%PDF-1.4 CV of Odette'), [...files.keys()].join());
    assert.match(files.get('personne.json') ?? '', /"Vauclair"/);
    await proveAndClose(officer, request);
  });

  it('the right to rectification, of unnamed fields too, and knows who was told before', async (t) => {
    const { service, officer } = await start(t, engine);
    const entryId = await send(service, 'site-1', family);
    const request = await requestOf(officer, 'rectification', [entryId]);
    const { version } = await ok<{ version: number }>(officer.get(`/desk/privacy/entries/${entryId}`));
    await ok(
      officer.patch(`/desk/privacy/entries/${entryId}`, {
        version,
        requestId: idOf(request),
        comment: 'Marche seule.',
        fields: { lastNameClient: 'Vauclair-Roy' },
        extra: { numeroSecu: null, langue: 'breton' },
      }),
    );
    // As the worker leaves it.
    await execute(service.database, "update outbox set state = 'delivered'");
    const again = await ok<{ told: { recipient: string; event: string | null }[] }>(
      officer.patch(`/desk/privacy/entries/${entryId}`, { comment: 'Marche seule, sans canne.' }),
    );
    assert.deepEqual(
      again.told.map(({ recipient, event }) => [recipient, event]),
      [['site', 'updated']],
    );
    const shown = JSON.stringify(await ok(officer.get(`/desk/privacy/entries/${entryId}`)));
    assert.match(shown, /Vauclair-Roy.*breton|breton.*Vauclair-Roy/);
    assert.equal((await lookUp(service, 'site-1')).data.comment, 'Marche seule, sans canne.');
    await proveAndClose(officer, request);
  });

  it('the right to erasure, and the site is told', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const entryId = await send(service, 'site-1', family);
    const total = () => number(service.database, 'select sum(total) from contact_counts');
    const before = await total();
    const request = await requestOf(officer, 'erasure', [entryId]);
    const plan = await ok<{ digest: string }>(
      officer.post('/desk/privacy/erasures/plan', { subjects: [{ entryId }] }),
    );
    const erasure = { subjects: [{ entryId }], word: 'EFFACER', requestId: idOf(request) };
    assertFailure(
      await officer.post('/desk/privacy/erasures', { ...erasure, digest: 'other' }),
      409,
      'CONFLICT',
    );
    const done = await ok(officer.post('/desk/privacy/erasures', { ...erasure, digest: plan.digest }));
    assert.deepEqual(done, { pending: 1, alreadyErased: 0 });
    // As when the answer was lost.
    const again = await ok(officer.post('/desk/privacy/erasures', { ...erasure, digest: plan.digest }));
    assert.deepEqual(again, done);
    assert.equal((await eraseDecided(service)).erased.request, 1);

    assert.deepEqual(await findPerson(officer, { phone }), []);
    assertFailure(await staff.get(`/desk/entries/${entryId}`), 404, 'NOTFOUND');
    assert.equal(await total(), before);
    const events = await storedEvents(service, entryId);
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.comment, data.id]),
      [['erased', null, entryId]],
    );
    assert.equal((await lookUp(service, 'site-1')).data.comment, null);
    const proof = await proveAndClose(officer, request);
    assert.match(proof, /<td>site<\/td>/);
  });

  it('the right to object: new entries show it and are stored', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const entryId = await send(service, 'site-1', family);
    const request = await requestOf(officer, 'opposition', [entryId]);
    await ok(officer.post('/desk/privacy/objections', { phone, requestId: idOf(request) }));
    const later = await send(service, 'site-2', { cellphoneClient: '+33639984142' });
    for (const id of [entryId, later]) {
      const { objectedOn } = await ok<{ objectedOn: string | null }>(staff.get(`/desk/entries/${id}`));
      assert.equal(objectedOn, '2026-03-04');
    }
    const other = await send(service, 'site-3', { cellphoneClient: '06 39 98 51 52' });
    assert.equal((await ok<{ objectedOn: null }>(staff.get(`/desk/entries/${other}`))).objectedOn, null);
    const kept = JSON.stringify(await rows(service.database, 'select * from objections'));
    assert.doesNotMatch(kept, /39984142|639984142/);
    await proveAndClose(officer, request);
  });

  it('the right to limitation: only the officer sees the entry, and nothing erases it', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const entryId = await send(service, 'site-1', family);
    const request = await requestOf(officer, 'limitation', [entryId]);
    const limitation = { kind: 'limitation', reason: 'Exactitude contestée', until: '2026-06-01' };
    const hold = await ok<{ id: number }>(
      officer.post(`/desk/privacy/entries/${entryId}/holds`, { ...limitation, requestId: idOf(request) }),
    );
    assertFailure(await staff.get(`/desk/entries/${entryId}`), 404, 'NOTFOUND');
    await ok(officer.get(`/desk/privacy/entries/${entryId}`));
    const plan = await ok<{ digest: string }>(
      officer.post('/desk/privacy/erasures/plan', { subjects: [{ entryId }] }),
    );
    const requestId = idOf(await requestOf(officer, 'erasure', [entryId]));
    const erasure = { subjects: [{ entryId }], digest: plan.digest, word: 'EFFACER', requestId };
    assertFailure(await officer.post('/desk/privacy/erasures', erasure), 409, 'HELD');
    await proveAndClose(officer, request);
    await ok(officer.post(`/desk/privacy/holds/${hold.id}/end`));
    await ok(staff.get(`/desk/entries/${entryId}`));
  });
});

interface House {
  readonly service: TestService;
  /** With the role « Protection des données » alone. */
  readonly officer: Desk;
  /** The direction of the residence. */
  readonly staff: Desk;
}

async function start(t: TestContext, engine: Engine): Promise<House> {
  const service = await startService(engine, { LOG_LEVEL: 'trace' });
  await addEndpoint(service);
  const officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
  const staff = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  t.after(async () => {
    const audit = JSON.stringify(await rows(service.database, 'select * from audit'));
    await service.close();
    assert.doesNotMatch(audit, personal);
    assert.doesNotMatch(service.log.join('\n'), personal);
  });
  return { service, officer, staff };
}

/** Notes a request, finds the person, takes the entries found and notes the check of identity. Returns its path. */
async function requestOf(
  officer: Desk,
  kind: string,
  entryIds: readonly number[],
  criteria: object = { phone },
): Promise<string> {
  const noted = {
    kind,
    asker: 'self',
    person: 'Odette Vauclair',
    receivedOn: '2026-03-03',
    channel: 'letter',
  };
  const { id } = await ok<{ id: number }>(officer.post('/desk/privacy/requests', noted));
  const traces = await findPerson(officer, criteria);
  assert.deepEqual(
    traces.map((trace) => [trace.id, trace.strength]),
    entryIds.map((entryId) => [entryId, 'strong']),
  );
  const path = `/desk/privacy/requests/${id}`;
  const entries = traces.map(({ id: entryId, person }) => ({ entryId, people: [person] }));
  await ok(officer.post(`${path}/entries`, { entries }));
  await ok(officer.patch(path, { identityKind: 'called-back', identityCheck: 'Rappelée au numéro connu' }));
  const { dueOn } = await ok<{ dueOn: string }>(officer.get(path));
  assert.equal(dueOn, '2026-04-03');
  return path;
}

const idOf = (path: string): number => Number(path.split('/').at(-1));

/** The files of the request's export, as text. */
async function exported(officer: Desk, path: string): Promise<ReadonlyMap<string, string>> {
  const answer = await officer.get(`${path}/export.zip`);
  assert.equal(answer.statusCode, 200, answer.body);
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Decides and closes the request. Returns its proof, which holds no name. */
async function proveAndClose(officer: Desk, path: string): Promise<string> {
  await ok(officer.patch(path, closing));
  const closed = await ok<{ closedAt: string | null }>(officer.get(path));
  assert.notEqual(closed.closedAt, null);
  const page = await officer.get(`${path}/proof.html`);
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(page.body, personal);
  return page.body;
}

async function ok<Answer = unknown>(asked: ReturnType<Desk['get']>): Promise<Answer> {
  const answer = await asked;
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Answer>();
}
