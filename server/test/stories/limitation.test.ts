// An entry whose processing is limited is out of sight: its caller learns nothing new of it, and its partner loses nothing.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import {
  askToErase,
  correctWithoutTrace,
  eraseDecided,
  expirePastHolds,
  hold,
  openOfficer,
} from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { assertFailure, onOneEngine, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

let service: TestService;
let officer: Desk;
let staff: Desk;

const end = (id: number) => ok(officer.post(`/desk/privacy/holds/${id}/end`));
const correct = (id: number, body: object) => ok(officer.patch(`/desk/privacy/entries/${id}`, body));
const eventsOf = async (id: number) =>
  (await storedEvents(service, id)).map(({ event, sequence }) => `${sequence} ${event}`);

let requests = 0;
const numero = () => `2026 / 001_002_${requests}`;

/** A new entry of a partner. Returns its id. */
async function orient(): Promise<number> {
  requests++;
  await say({ 'PersonneAgee / Nom': 'Garnier', CommentaireContact: 'Avant' });
  return newestEntry(service.database);
}

/** What the partner says of the newest of its entries. */
async function say(body: object): Promise<string> {
  const message = { NumeroDemandeOrientationCR: numero(), etablissementId: 3, ...body };
  const answer = await ok<{ Messagetraitements: string }>(
    service.exchange('/appli/partner/orientation', message),
  );
  return answer.Messagetraitements;
}

interface Message {
  readonly id: number;
  readonly kind: string;
  readonly author: string;
  readonly message: Record<string, unknown>;
}

const messagesOf = async (id: number) =>
  (await ok<{ data: Message[] }>(officer.get(`/desk/privacy/entries/${id}/messages`))).data;

onOneEngine('a limited entry', (engine) => {
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    officer = await openOfficer(service);
    staff = await signIn(service);
  });
  after(() => service.close());

  it('a limited entry answers its caller as before, and sends nothing', async () => {
    const id = await send(service, 'site-1', { comment: 'Ma mère' });
    await ok(staff.patch(`/desk/entries/${id}`, { comment: 'Rappelée' }));
    const before = await lookUp(service, 'site-1');
    const sent = await eventsOf(id);
    const held = await hold(officer, id, 'limitation');
    const silent = { ...before, data: { ...before.data, comment: null, commentBy: null } };
    await correct(id, { comment: 'Secret', resultat: 'commercial.resultat.nosuite' });
    await correct(id, { sejourType: 'commercial.sejourType.temporaire' });
    assertFailure(await officer.get('/desk/privacy/entries/999999/messages'), 404, 'NOTFOUND');
    assertFailure(await staff.patch(`/desk/entries/${id}`, { comment: 'x' }), 404, 'NOTFOUND');
    assert.deepEqual(await lookUp(service, 'site-1'), silent);
    assert.deepEqual(await eventsOf(id), sent);
    const delivery = await number(service.database, `select max(id) from outbox where entry_id = ${id}`);
    assertFailure(await staff.post(`/desk/deliveries/${delivery}/resend`), 404, 'NOTFOUND');

    await end(held);
    const now = await lookUp(service, 'site-1');
    assert.deepEqual(
      [now.data.comment, now.data.resultat, now.data.sejourType],
      ['Secret', 'commercial.resultat.nosuite', 'commercial.sejourType.temporaire'],
    );
    const events = await storedEvents(service, id);
    assert.equal(events.length, sent.length + 1);
    assert.deepEqual([events.at(-1)?.event, events.at(-1)?.data], ['result', now.data]);
  });

  it('after a limitation only what was corrected is told, once', async () => {
    const id = await send(service, 'site-2', { comment: 'Ma mère' });
    await end(await hold(officer, id, 'limitation'));
    assert.deepEqual(await eventsOf(id), []);
    const held = await hold(officer, id, 'limitation');
    await correct(id, { comment: 'Une personne' });
    await correct(id, { fields: { villeClient: 'Angers' } });
    const [told] = await rows(service.database, `select told from entries where id = ${id}`);
    assert.doesNotMatch(JSON.stringify(told), /mère|personne/);
    await end(held);
    assert.deepEqual(await eventsOf(id), ['1 updated']);
  });

  it('a limited entry is hidden from the callers of its duplicates too, until it ends', async () => {
    const kept = await send(service, 'kept', {});
    const other = await send(service, 'other', {});
    await ok(staff.post(`/desk/entries/${other}/duplicate`, { of: kept }));
    const sent = await eventsOf(other);
    const held = await hold(officer, kept, 'limitation');
    await correct(kept, { resultat: 'commercial.resultat.nosuite' });
    assert.equal((await lookUp(service, 'other')).data.resultat, null);
    assert.deepEqual(await eventsOf(other), sent);
    await end(held);
    assert.equal((await lookUp(service, 'other')).data.resultat, 'commercial.resultat.nosuite');
    assert.equal((await eventsOf(other)).length, sent.length + 1);
  });

  it('what was refused or corrected without trace does not come back', async () => {
    const id = await orient();
    await ok(askToErase(officer, [id]));
    await say({ CommentaireContact: 'Avant', NIR: '2 38 05', nouveau: 'champ' });
    assertFailure(await correctWithoutTrace(officer, id, { comment: null }), 409, 'CONFLICT', /wait/);
    await ok(officer.post('/desk/privacy/refused-fields', { name: 'NIR', confirm: 'NIR' }));
    await ok(officer.post(`/desk/privacy/erasures/pending/${id}/cancel`));
    await ok(correctWithoutTrace(officer, id, { comment: null }));
    await say({ CommentaireContact: 'Avant' });
    const { comment, extra } = await ok<{ comment: string | null; extra: object }>(
      staff.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([comment, extra], [null, { nouveau: 'champ' }]);
    const stored = await rows(service.database, `select message from orientations where entry_id = ${id}`);
    assert.doesNotMatch(JSON.stringify(stored), /Avant|2 38 05/);
  });

  it('a limited entry comes back though its partner named a residence that was removed', async () => {
    const id = await orient();
    const held = await hold(officer, id, 'limitation');
    await say({ CommentaireContact: 'Après' });
    await execute(
      service.database,
      `update withheld_messages set message = '{"etablissementId":987654,"CommentaireContact":"Après"}'`,
    );
    await end(held);
    const shown = await ok<{ comment: string; establishmentId: number; extra: Record<string, unknown> }>(
      staff.get(`/desk/entries/${id}`),
    );
    assert.deepEqual(
      [shown.comment, shown.establishmentId, shown.extra.etablissementId],
      ['Après', 3, 987_654],
    );
  });

  it('an erasure takes the messages that wait', async () => {
    const id = await orient();
    await ok(askToErase(officer, [id]));
    await say({ CommentaireContact: 'Zqcanari' });
    assert.equal((await messagesOf(id))[0]?.message.CommentaireContact, 'Zqcanari');
    const found = await ok<object>(officer.post('/desk/privacy/find', { text: 'zqcanari' }));
    assert.match(JSON.stringify(found), /traces/);
    await eraseDecided(service);
    for (const table of ['entries', 'orientations', 'history', 'withheld_messages'])
      assert.doesNotMatch(JSON.stringify(await rows(service.database, `select * from ${table}`)), /Zq/);
  });

  it('what a partner sends of a limited entry waits in its order for the officer', async () => {
    const id = await orient();
    await hold(officer, id, 'limitation');
    const history = () => number(service.database, `select count(*) from history where entry_id = ${id}`);
    const lines = await history();
    assert.match(await say({ CommentaireContact: 'Après', nouveau: 'champ' }), /mise à jour/);
    // The same again changes nothing, as ever.
    assert.doesNotMatch(await say({ CommentaireContact: 'Après', nouveau: 'champ' }), /mise à jour/);
    const followUp = { NumeroDemandeOrientationCR: numero(), State: 'Conclu', Reason: 'Autre choix' };
    await ok(service.exchange('/appli/partner/suivi', followUp));
    await say({ CommentaireContact: 'Trop' });
    assert.equal(await history(), lines);
    const comment = async () =>
      (await ok<{ comment: string }>(officer.get(`/desk/privacy/entries/${id}`))).comment;
    assert.equal(await comment(), 'Avant');
    const [first, second, third] = await messagesOf(id);
    assert.deepEqual(first?.message, {
      NumeroDemandeOrientationCR: numero(),
      etablissementId: 3,
      CommentaireContact: 'Après',
      nouveau: 'champ',
    });
    assert.deepEqual(
      [first?.kind, second?.kind, second?.author, second?.message],
      ['update', 'followup', 'partner:partner', { state: 'Conclu', reason: 'Autre choix' }],
    );
    const act = (one: Message | undefined, what: string) =>
      officer.post(`/desk/privacy/messages/${one?.id}/${what}`);
    assertFailure(await act(second, 'take'), 409, 'CONFLICT');
    const taken = await Promise.all([act(first, 'take'), act(first, 'take')]);
    assert.deepEqual(taken.map(({ statusCode }) => statusCode).toSorted(), [200, 404]);
    assert.equal(await comment(), 'Après');
    await ok(act(third, 'discard'));
    for (const again of ['take', 'discard']) assertFailure(await act(first, again), 404, 'NOTFOUND');
    assert.deepEqual(await messagesOf(id), [second]);

    // What still waits when the limitation ends is applied.
    service.clock.now = new Date('2027-01-02T09:00:00.000Z');
    await expirePastHolds(service);
    assert.equal(await number(service.database, 'select count(*) from withheld_messages'), 0);
    const shown = await ok<{ history: { change: string }[]; comment: string }>(
      (await signIn(service)).get(`/desk/entries/${id}`),
    );
    assert.equal(shown.comment, 'Après');
    assert.ok(shown.history.some(({ change }) => change === 'followup'));
  });
});
