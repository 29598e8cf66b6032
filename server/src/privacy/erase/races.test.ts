// Erasing while something else happens to the same entry: on PostgreSQL in another process.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { assertWhole } from '../../../test/fixtures/erased.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { askToErase, eraseDecided, openOfficer } from '../../../test/fixtures/privacy.ts';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { number } from '../../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../../test/fixtures/second-instance.ts';
import {
  onBothEngines,
  type Requests,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';

const rounds = roundsOf(12);
const canary = 'Quemener';
const personal = {
  lastNameClient: canary,
  phoneClient: '06 39 98 12 34',
  comment: `Pour ${canary}`,
  extraField: canary,
  actions: [{ date: '2026-03-02', comment: canary }],
};

onBothEngines('erasing at once', (engine) => {
  let service: TestService;
  let officer: Desk;
  /** Of the other process. */
  let other: Requests;
  let staff: Desk;
  let close = async () => {};
  before(async () => {
    service = await startService(engine);
    officer = await openOfficer(service);
    const second = engine === 'postgres' ? await startSecondInstance(service) : undefined;
    other = second ?? service;
    const signedIn = await signIn(service);
    staff =
      second === undefined
        ? signedIn
        : await openDesk({ ...service, ...second, log: [] }, signedIn.email, signedIn.userId);
    await newEndpoint(service);
    await newEndpoint(service, 'https://two.example.org/', ['result']);
    close = async () => {
      await second?.close();
      await service.close();
    };
  });
  after(() => close());

  let made = 0;
  const customId = () => `race-${++made}`;

  /** Erases until no other change comes in between. Returns the statuses. */
  async function eraseAtLast(id: number): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const answer = await askToErase(officer, [id]);
      if (answer.statusCode === 200) return void (await eraseDecided(service));
      assert.equal(answer.statusCode, 409, answer.body);
      assert.equal(answer.json<{ error: { code: string } }>().error.code, 'CONFLICT');
    }
    assert.fail('always something in between');
  }

  async function assertSound(id: number): Promise<void> {
    assert.equal(await assertWhole(service.database, id, canary), true);
    for (const endpoint of [1, 2]) {
      const told = `select count(*) from outbox where entry_id = ${id} and event = 'erased' and endpoint_id = ${endpoint}`;
      const hasCustomId = await number(
        service.database,
        `select count(custom_id) from entries where id = ${id}`,
      );
      assert.equal(await number(service.database, told), hasCustomId, 'every endpoint is told once');
    }
  }

  async function assertCounts(): Promise<void> {
    const { read } = service.database;
    assert.deepEqual(await recountContacts(read), []);
  }

  it('sent again during its erasure, an entry is erased, and stored anew', async () => {
    for (let round = 0; round < rounds; round++) {
      const name = customId();
      const id = await send(service, name, personal);
      const again = (body: object) =>
        other.post(`/fr/etablissement/3/commercial/create?${service.query}`, { ...body, customId: name });
      const answers = await Promise.all([
        again(personal),
        eraseAtLast(id),
        again({ ...personal, comment: `Rappel ${round}` }),
        again(personal),
      ]);
      for (const answer of answers)
        if (answer !== undefined) assert.equal(answer.statusCode, 200, answer.body);
      await assertSound(id);
      const entries = await number(
        service.database,
        `select count(*) from entries where custom_id = '${name}'`,
      );
      // The other content is an entry of its own; the same content is one only when it came after the erasure.
      assert.ok(entries === 2 || entries === 3, String(entries));
    }
    await assertCounts();
  });

  it('changed by staff during its erasure, an entry is erased whole, for ever', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await send(service, customId(), personal);
      const other = await send(service, customId(), personal);
      const [one, two] = round % 2 === 0 ? [id, other] : [other, id];
      await ok(staff.patch(`/desk/entries/${id}`, { comment: canary }));
      const delivery = await number(service.database, `select min(id) from outbox where entry_id = ${id}`);
      const comment = (text: string) => staff.patch(`/desk/entries/${id}`, { comment: `${text} ${canary}` });
      const [, ...answers] = await Promise.all([
        eraseAtLast(id),
        comment('a'),
        comment('b'),
        staff.patch(`/desk/entries/${id}`, { resultat: 'commercial.resultat.realisee' }),
        staff.post(`/desk/entries/${id}/spam`, { spam: round % 2 === 0 }),
        staff.post(`/desk/entries/${one}/duplicate`, { of: two }),
        staff.post(`/desk/deliveries/${delivery}/resend`),
        staff.post('/desk/deliveries/resend', { since: '2026-03-01' }),
      ]);
      // From the decision on staff do not see it: 404.
      for (const { statusCode, body } of answers)
        assert.ok([200, 400, 404, 409].includes(statusCode), `${statusCode} ${body}`);
      await assertSound(id);
    }
    await assertCounts();
  });

  it('updated by its partner during its erasure, an entry is erased, the rest is new', async () => {
    for (let round = 0; round < rounds; round++) {
      const message = {
        NumeroDemandeOrientationCR: `${round} / 1_1_1`,
        'PersonneAgee / Nom': canary,
        'PersonneAgee / Mobile': '06 39 98 12 34',
        etablissementId: 3,
      };
      await ok(service.exchange('/appli/partner/orientation', message));
      const id = await newestEntry(service.database);
      const update = (Commentaire: string) =>
        other.exchange('/appli/partner/orientation', { ...message, 'PersonneAgee / Prenom': Commentaire });
      const answers = await Promise.all([update('Odette'), eraseAtLast(id), update('Yvette')]);
      for (const answer of answers)
        if (answer !== undefined) assert.equal(answer.statusCode, 200, answer.body);
      await assertSound(id);
      const numbers = `select count(*) from orientations where numero = '${round} / 1_1_1'`;
      assert.ok((await number(service.database, numbers)) <= 1);
    }
    await assertCounts();
  });

  it('an erasure is done or taken back, never both', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await send(service, customId(), personal);
      await ok(askToErase(officer, [id]));
      const [cancelled, ...done] = await Promise.all([
        officer.post(`/desk/privacy/erasures/pending/${id}/cancel`),
        eraseDecided(service),
        eraseDecided(service),
      ]);
      const erased = done.reduce((sum, { erased: { request = 0 } }) => sum + request, 0);
      assert.equal(cancelled.statusCode === 200 ? 1 : 0, 1 - erased, cancelled.body);
      assert.equal(await assertWhole(service.database, id, canary), erased === 1);
    }
  });
});
