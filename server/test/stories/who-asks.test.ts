// Whose data goes: a daughter's request takes hers and nothing of her mother's, and no shortcut erases or exports.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Trace } from '../../src/privacy/find/trace.ts';
import { direct } from '../fixtures/command-line.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import {
  closing,
  newRequest,
  openOfficer,
  openRequest,
  planOf,
  removePerson,
  wholly,
} from '../fixtures/privacy.ts';
import { rows } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const mother = {
  firstNameClient: 'Odette',
  lastNameClient: 'Garnier',
  phoneClient: '06 39 98 51 51',
  GirEstime: 'GIR 3',
  comment: 'Odette sort peu.',
  commercialrelations: [
    { firstName: 'Claire', lastName: 'Durand', email: 'claire.durand@example.org', lien: 'Fille' },
    { firstName: 'Paul', lastName: 'Garnier', phone: '06 39 98 52 52', lien: 'Fils' },
  ],
  commercialactions: [{ date: '2026-03-02', comment: 'Dossier envoyé', canal: 'courrier' }],
};

onSqlite('a request about the data of one person', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    officer = await openOfficer(service);
    staff = await signIn(service);
  });
  after(() => service.close());

  it('a daughter’s request takes her data from her mother’s entry, no more', async () => {
    const id = await send(service, 'mother', mother);
    const before = await storedOf(service, staff, id);

    const found = await officer.post('/desk/privacy/find', { email: 'claire.durand@example.org' });
    const [trace, ...others] = found.json<{ traces: Trace[] }>().traces;
    assert.deepEqual(others, []);
    const claire = { person: 0, name: 'Claire Durand', kinship: 'Fille' };
    assert.deepEqual(trace?.persons, [{ ...claire, strength: 'strong', reasons: ['email'] }]);
    assert.deepEqual([trace?.id, trace?.person, trace?.name], [id, 0, 'Odette Garnier']);

    const { id: requestId } = (await officer.post('/desk/privacy/requests', newRequest)).json();
    const path = `/desk/privacy/requests/${requestId}`;
    await officer.post(`${path}/entries`, { entries: [{ entryId: id, people: [0] }] });
    const [linked] = (await officer.get(path)).json().entries;
    assert.deepEqual([linked.entry.establishmentId, linked.entry.followUp], [3, 'to-call']);
    assert.deepEqual(linked.entry.persons, [
      { person: 'entry', name: 'Odette Garnier', kinship: null },
      claire,
      { person: 1, name: 'Paul Garnier', kinship: 'Fils' },
    ]);
    const { plans, digest } = await planOf(officer, [id]);
    assert.deepEqual(plans[0]?.entry, linked.entry);
    await officer.patch(path, {
      identityKind: 'in-person',
      identityCheck: 'Réponse depuis l’adresse connue',
    });
    const whole = { subjects: wholly([id]), digest, word: 'EFFACER', requestId };
    assertFailure(await officer.post('/desk/privacy/erasures', whole), 409, 'CONFLICT', /^people:/);

    assert.equal((await removePerson(officer, id, { requestId })).statusCode, 200);

    const after = await storedOf(service, staff, id);
    const { version: _, history, relations, ...rest } = after.entry;
    assert.deepEqual(
      history.map(({ change }) => change),
      ['redacted'],
    );
    assert.deepEqual(relations, [
      { position: 0, fields: {}, extra: {}, objection: null },
      before.entry.relations[1],
    ]);
    const { version: __, history: ___, relations: ____, ...restBefore } = before.entry;
    assert.deepEqual(rest, restBefore);
    assert.deepEqual(after.phones, before.phones);
    assert.doesNotMatch(JSON.stringify(after), /Claire|claire/);
    assert.equal((await officer.patch(path, closing)).statusCode, 200);
    assert.equal((await officer.get(path)).json().entries[0].state, 'done');
    assert.match((await officer.get(`${path}/proof.html`)).body, /Corrigée sans trace le /);
  });

  it('a request is done once the data of all whom it concerns is gone', async () => {
    const id = await send(service, 'children', mother);
    const requestId = await openRequest(officer, [id], { people: [0, 1] });
    const states: string[] = [];
    for (const relation of [1, 0]) {
      await removePerson(officer, id, { requestId, relation });
      states.push((await officer.get(`/desk/privacy/requests/${requestId}`)).json().entries[0].state);
    }
    assert.deepEqual(states, ['found', 'done']);
  });

  it('no shortcut erases or exports: neither pages, nor programs, nor commands', async () => {
    const [id, other] = [await send(service, 'one', mother), await send(service, 'other', mother)];
    const path = (requestId: number) => `/desk/privacy/requests/${requestId}`;
    const open = async (kind: string, asked: object): Promise<number> => {
      const { id: requestId } = (
        await officer.post('/desk/privacy/requests', { ...newRequest, kind })
      ).json();
      await officer.post(`${path(requestId)}/entries`, { entries: [asked] });
      return requestId;
    };
    const identity = { identityKind: 'in-person', identityCheck: 'Rappelée' };
    const checked = async (kind: string, asked: object): Promise<number> => {
      const requestId = await open(kind, asked);
      await officer.patch(path(requestId), identity);
      return requestId;
    };
    const own = { entryId: id, people: ['entry'] };
    const daughter = { entryId: id, people: [0] };
    const refused = await checked('erasure', own);
    await officer.patch(`${path(refused)}/entries/${id}`, { state: 'refused', reason: 'Litige' });
    const closed = await checked('erasure', own);
    await officer.patch(path(closed), { ...closing, decision: 'refused', ground: 'x' });

    const before = await storedOf(service, staff, id);
    const done = async () => [
      await rows(service.database, 'select id from erasures'),
      await rows(service.database, "select id from audit where action = 'exported'"),
    ];
    const doneBefore = await done();
    const { digest } = await planOf(officer, [id]);
    const eraseEntry = (requestId: number | undefined) =>
      officer.post('/desk/privacy/erasures', {
        subjects: wholly([id]),
        digest,
        word: 'EFFACER',
        requestId,
      });
    const gone = { firstName: null, lastName: null, email: null };
    const eraseDaughter = (requestId: number | undefined) =>
      officer.patch(`/desk/privacy/entries/${id}`, {
        relations: [{ position: 0, fields: gone, extra: { lien: null } }],
        withoutTrace: true,
        requestId,
      });
    const otherOwn = { ...own, entryId: other };
    const otherDaughter = { ...daughter, entryId: other };
    const unsaid = await checked('erasure', { entryId: id });
    const [ofOwn, ofDaughter] = [await checked('erasure', own), await checked('erasure', daughter)];
    const [none, unknown] = [undefined, 999_999];
    const [access, portability] = [await checked('access', own), await checked('portability', daughter)];
    const [unchecked, alsoUnchecked] = [await open('erasure', own), await open('erasure', daughter)];
    const [elsewhere, alsoElsewhere] = [
      await checked('erasure', otherOwn),
      await checked('erasure', otherDaughter),
    ];
    /** Why, the request named for the entry, that named for the daughter, and the refusal. */
    const shortcuts = [
      ['no request', none, none, 400, 'INVALID', /requestId/],
      ['an unknown request', unknown, unknown, 404, 'NOTFOUND', /request/],
      ['a closed request', closed, closed, 409, 'CONFLICT', /closed/],
      ['a refused entry', refused, refused, 409, 'CONFLICT', /^state:/],
      ['before identity is noted', unchecked, alsoUnchecked, 409, 'CONFLICT', /^identityKind:/],
      ['a request for something else', access, portability, 409, 'CONFLICT', /^kind:/],
      ['an entry that it does not list', elsewhere, alsoElsewhere, 409, 'CONFLICT', /^subjects:/],
      ['before it is said whom it concerns', unsaid, unsaid, 409, 'CONFLICT', /^people:/],
      ['another person of the entry', ofDaughter, ofOwn, 409, 'CONFLICT', /^people:/],
    ] as const;
    for (const [why, forEntry, forDaughter, status, code, message] of shortcuts) {
      const answers = [await eraseEntry(forEntry), await eraseDaughter(forDaughter)];
      for (const answer of answers) {
        assert.equal(answer.statusCode, status, `${why}: ${answer.body}`);
        assertFailure(answer, status, code, message);
      }
    }
    for (const [asked, message] of [
      [open('access', own), /^identityKind:/],
      [checked('access', { entryId: id }), /^people:/],
    ] as const)
      assertFailure(await officer.get(`${path(await asked)}/export.zip`), 409, 'CONFLICT', message);
    const { code } = await direct(['privacy', 'erase', String(id)], { DATA_DIR: service.config.dataDir });
    assert.equal(code, 1);

    assert.deepEqual(await storedOf(service, staff, id), before);
    // Half a list is not erased either: all of it is asked for first.
    const half = await checked('erasure', own);
    const both = { subjects: wholly([id, other]), word: 'EFFACER', requestId: half };
    const planned = await planOf(officer, [id, other]);
    const answer = await officer.post('/desk/privacy/erasures', { ...both, digest: planned.digest });
    assertFailure(answer, 409, 'CONFLICT', /^subjects: .* entry \d+$/);
    assert.deepEqual(await done(), doneBefore);
  });
});

/** Everything of an entry that staff see, and its history and search keys. */
async function storedOf({ database }: TestService, staff: Desk, id: number) {
  const answer = await staff.get(`/desk/entries/${id}`);
  assert.equal(answer.statusCode, 200, answer.body);
  const of = (what: string) => rows(database, `select ${what} where entry_id = ${id} order by 1`);
  return {
    entry: answer.json<{ version: number; relations: object[]; history: { change: string }[] }>(),
    phones: await of('key from entry_phones'),
    history: await of('change, detail from history'),
    outbox: await of('event, body from outbox'),
  };
}
