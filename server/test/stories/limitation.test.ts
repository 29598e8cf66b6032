// An entry whose processing is limited is out of sight: its caller learns nothing new of it, and its partner loses nothing.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import { askToErase, correctWithoutTrace, eraseDecided, hold, openOfficer } from '../fixtures/privacy.ts';
import { number, rows } from '../fixtures/rows.ts';
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
    assertFailure(await officer.get('/desk/privacy/entries/999999/letters'), 404, 'NOTFOUND');
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

  it('what was corrected without trace does not come back', async () => {
    const id = await orient();
    await ok(correctWithoutTrace(officer, id, { comment: null }));
    await say({ CommentaireContact: 'Avant', nouveau: 'champ' });
    const shown = await ok<{ comment: string | null; extra: object }>(staff.get(`/desk/entries/${id}`));
    assert.deepEqual([shown.comment, shown.extra], [null, { nouveau: 'champ' }]);
    const stored = await rows(service.database, `select message from orientations where entry_id = ${id}`);
    assert.doesNotMatch(JSON.stringify(stored), /Avant/);
  });

  it('an erasure takes what came since it was decided, and the number stays known', async () => {
    const id = await orient();
    await ok(askToErase(officer, [id]));
    assert.match(await say({ CommentaireContact: 'Zqcanari' }), /mise à jour/);
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');
    await eraseDecided(service);
    for (const table of ['entries', 'orientations', 'history'])
      assert.doesNotMatch(JSON.stringify(await rows(service.database, `select * from ${table}`)), /Zq/);
    assert.match(await say({ CommentaireContact: 'Zqautre' }), /effacées/);
    assert.equal(await newestEntry(service.database), id);
  });

  it('what a partner sends of a limited entry is in it, and told to nobody until it ends', async () => {
    const id = await orient();
    const kept = await send(service, 'kept-2', {});
    await ok(staff.post(`/desk/entries/${id}/duplicate`, { of: kept }));
    const held = await hold(officer, id, 'limitation');
    assert.match(await say({ CommentaireContact: 'Après', nouveau: 'champ' }), /mise à jour/);
    // The same again changes nothing, as ever.
    assert.doesNotMatch(await say({ CommentaireContact: 'Après', nouveau: 'champ' }), /mise à jour/);
    const followUp = { NumeroDemandeOrientationCR: numero(), State: 'Conclu', Reason: 'Autre choix' };
    await ok(service.exchange('/appli/partner/suivi', followUp));
    const { comment } = await ok<{ comment: string }>(officer.get(`/desk/privacy/entries/${id}`));
    assert.equal(comment, 'Après');
    const flagged = async () => (await ok<{ flagged: boolean }>(staff.get(`/desk/entries/${kept}`))).flagged;
    assert.equal(await flagged(), false);
    await end(held);
    const shown = await ok<{ history: { change: string }[] }>(staff.get(`/desk/entries/${id}`));
    assert.ok(shown.history.some(({ change }) => change === 'followup'));
    assert.equal(await flagged(), true);
  });
});
