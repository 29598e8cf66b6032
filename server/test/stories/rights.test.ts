// A data protection officer answers a person's rights, alone, with their own role, and proves it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import { findPerson } from '../fixtures/find-person.ts';
import { closing, eraseDecided } from '../fixtures/privacy.ts';
import { number, rows } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const phone = '06 39 98 41 42';
const email = 'odette.vauclair@example.org';
const family = {
  type: 'commercial.type.website',
  firstNameClient: 'Odette',
  lastNameClient: 'Vauclair',
  cellphoneClient: phone,
  emailClient: email,
  comment: 'Odette marche avec une canne.',
  numeroSecu: 'secu-vauclair',
  commercialrelations: [{ firstName: 'Brigitte', lastName: 'Quenneville', cellphone: '06 39 98 51 52' }],
};
/** What no proof, log line or line of the audit trail may hold. */
const personal = /vauclair|quenneville|odette|brigitte|canne|6[ .]?39[ .]?98[ .]?(?:41[ .]?42|51[ .]?52)/i;

onSqlite('a data protection officer', (engine) => {
  let service: TestService;
  /** With the role « Protection des données » alone. */
  let officer: Desk;
  /** The direction of the residence. */
  let staff: Desk;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'trace' });
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
  });
  after(() => service.close());

  it('the right of access: others are masked, and a text is withheld', async () => {
    const entryId = await send(service, 'site-1', family);
    const note = { date: '2026-03-04', stage: 'Prise de contact', done: true, comment: 'Sa fille paie mal.' };
    await ok(staff.patch(`/desk/entries/${entryId}`, { actions: [note] }));
    const request = await requestOf('access', entryId, { phone });

    const linked = `${request}/entries/${entryId}`;
    const withheld = { reason: 'Concerne une autre personne' };
    await ok(officer.patch(linked, { withheld }));

    const files = await exported(request);
    const data = files.get('personne.json') ?? '';
    const page = [...files].find(([name]) => name.endsWith('.html'))?.[1] ?? '';
    for (const text of [data, page]) {
      for (const own of ['Odette', 'Vauclair', phone, email, 'secu-vauclair'])
        assert.ok(text.includes(own), own);
      assert.match(text, /Concerne une autre personne/);
      assert.doesNotMatch(text, /Quenneville|06 39 98 51 52|paie mal|Hélène Faure/);
    }
    JSON.parse(data);
    await proveAndClose(request);
  });

  it('the right to erasure: nothing is found, figures stay, the site is told', async () => {
    const { id: entryId } = (await lookUp(service, 'site-1')).data as { id: number };
    const total = () => number(service.database, 'select sum(total) from contact_counts');
    const before = await total();
    const events = (await storedEvents(service, entryId)).length;
    const request = await requestOf('erasure', entryId, { phone });
    const subjects = [{ entryId }];
    const { digest } = await ok<{ digest: string }>(
      officer.post('/desk/privacy/erasures/plan', { subjects }),
    );
    const erasure = { subjects, word: 'EFFACER', requestId: Number(request.split('/').at(-1)) };
    const erase = (seen: string) => officer.post('/desk/privacy/erasures', { ...erasure, digest: seen });
    assertFailure(await erase('other'), 409, 'CONFLICT');
    // The second time as when the answer was lost.
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await ok(erase(digest)), { pending: 1, alreadyErased: 0 });
    assert.equal((await eraseDecided(service)).erased.request, 1);

    assert.deepEqual(await findPerson(officer, { phone }), []);
    assertFailure(await staff.get(`/desk/entries/${entryId}`), 404, 'NOTFOUND');
    assert.equal(await total(), before);
    const told = (await storedEvents(service, entryId)).slice(events);
    assert.deepEqual(
      told.map(({ event, data }) => [event, data.comment, data.id]),
      [['erased', null, entryId]],
    );
    assert.equal((await lookUp(service, 'site-1')).data.comment, null);
    assert.match(await proveAndClose(request), /<td>site<\/td>/);
  });

  it('the right to portability: the data of an application with its files', async () => {
    const content = Buffer.from('%PDF-1.4 CV of Odette').toString('base64');
    const application = { lastName: 'Vauclair', email, cv: { name: 'cv.pdf', content } };
    const entryId = await send(service, 'cv-1', application, 'announcement/postuler');
    const request = await requestOf('portability', entryId, { email });
    const files = await exported(request);
    assert.ok([...files.values()].includes('%PDF-1.4 CV of Odette'), [...files.keys()].join());
    assert.match(files.get('personne.json') ?? '', /"Vauclair"/);
    await proveAndClose(request);
  });

  it('an officer’s acts leave nothing of the person in the audit trail and the log', async () => {
    assert.doesNotMatch(JSON.stringify(await rows(service.database, 'select * from audit')), personal);
    assert.doesNotMatch(service.log.join('\n'), personal);
  });

  /** Notes a request, finds the person, takes the entry found and notes the check of identity. Returns its path. */
  async function requestOf(kind: string, entryId: number, criteria: object): Promise<string> {
    const noted = {
      ...{ kind, asker: 'self', person: 'Odette Vauclair' },
      ...{ receivedOn: '2026-03-03', channel: 'letter' },
    };
    const { id } = await ok<{ id: number }>(officer.post('/desk/privacy/requests', noted));
    const traces = await findPerson(officer, criteria);
    assert.deepEqual(
      traces.map((trace) => [trace.id, trace.strength]),
      [[entryId, 'strong']],
    );
    const path = `/desk/privacy/requests/${id}`;
    const entries = traces.map(({ id: found, person }) => ({ entryId: found, people: [person] }));
    await ok(officer.post(`${path}/entries`, { entries }));
    const identity = { identityKind: 'in-person', identityCheck: 'Rappelée au numéro connu' };
    await ok(officer.patch(path, identity));
    assert.equal((await ok<{ dueOn: string }>(officer.get(path))).dueOn, '2026-04-03');
    return path;
  }

  /** The files of the request's export, as text. */
  async function exported(path: string): Promise<ReadonlyMap<string, string>> {
    const answer = await officer.get(`${path}/export.zip`);
    assert.equal(answer.statusCode, 200, answer.body);
    const files = unzipSync(new Uint8Array(answer.rawPayload));
    return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  /** Decides and closes the request. Returns its proof, which holds no name. */
  async function proveAndClose(path: string): Promise<string> {
    await ok(officer.patch(path, closing));
    const closed = await ok<{ closedAt: string | null }>(officer.get(path));
    assert.notEqual(closed.closedAt, null);
    const page = await officer.get(`${path}/proof.html`);
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, personal);
    return page.body;
  }
});
