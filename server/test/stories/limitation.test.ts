// An entry whose processing is limited is out of sight: its caller learns nothing new of it, and its partner loses nothing.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import {
  askToErase,
  correctWithoutTrace,
  erase,
  expirePastHolds,
  hold,
  openOfficer,
} from '../fixtures/privacy.ts';
import { execute, number, rows } from '../fixtures/rows.ts';
import { assertFailure, onOneEngine, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

const numero = '2026 / 001_002_003';

async function start(t: TestContext, engine: Parameters<typeof startService>[0]) {
  const service = await startService(engine);
  t.after(() => service.close());
  await addEndpoint(service);
  return { service, officer: await openOfficer(service), staff: await signIn(service) };
}

const end = (officer: Desk, id: number) => ok(officer.post(`/desk/privacy/holds/${id}/end`));
const correct = (officer: Desk, id: number, body: object) =>
  ok(officer.patch(`/desk/privacy/entries/${id}`, body));
const eventsOf = async (service: TestService, id: number) =>
  (await storedEvents(service, id)).map(({ event, sequence }) => `${sequence} ${event}`);

/** An entry of a partner. Returns its id. */
async function orient(service: TestService): Promise<number> {
  await say(service, { 'PersonneAgee / Nom': 'Garnier', CommentaireContact: 'Avant' });
  return newestEntry(service.database);
}

async function say(service: TestService, body: object): Promise<string> {
  const answer = await service.exchange('/appli/partner/orientation', {
    NumeroDemandeOrientationCR: numero,
    etablissementId: 3,
    ...body,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ Messagetraitements: string }>().Messagetraitements;
}

interface Message {
  readonly id: number;
  readonly kind: string;
  readonly author: string;
  readonly message: Record<string, unknown>;
}

const messagesOf = async (officer: Desk, id: number) =>
  (await ok<{ data: Message[] }>(officer.get(`/desk/privacy/entries/${id}/messages`))).data;

onOneEngine('a limited entry', (engine) => {
  it('is answered to its caller as it was, without the comment, and sends nothing', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const id = await send(service, 'site-1', {
      comment: 'Ma mère',
      sejourType: 'commercial.sejourType.permanent',
    });
    await ok(staff.patch(`/desk/entries/${id}`, { comment: 'Rappelée' }));
    const before = await lookUp(service, 'site-1');
    const sent = await eventsOf(service, id);
    const held = await hold(officer, id, 'limitation');
    const silent = { ...before, data: { ...before.data, comment: null, commentBy: null } };
    assert.deepEqual(await lookUp(service, 'site-1'), silent);
    await correct(officer, id, { comment: 'Secret', resultat: 'commercial.resultat.nosuite' });
    await correct(officer, id, { sejourType: 'commercial.sejourType.temporaire' });
    assertFailure(await staff.patch(`/desk/entries/${id}`, { comment: 'x' }), 404, 'NOTFOUND');
    assert.deepEqual(await lookUp(service, 'site-1'), silent);
    assert.deepEqual(await eventsOf(service, id), sent);
    const delivery = await number(service.database, `select max(id) from outbox where entry_id = ${id}`);
    assertFailure(await staff.post(`/desk/deliveries/${delivery}/resend`), 404, 'NOTFOUND');

    await end(officer, held);
    const now = await lookUp(service, 'site-1');
    assert.deepEqual(
      [now.data.comment, now.data.resultat, now.data.sejourType],
      ['Secret', 'commercial.resultat.nosuite', 'commercial.sejourType.temporaire'],
    );
    const events = await storedEvents(service, id);
    assert.equal(events.length, sent.length + 1);
    assert.deepEqual([events.at(-1)?.event, events.at(-1)?.data], ['result', now.data]);
  });

  it('tells of a comment that was corrected, once, and of nothing when nothing differs', async (t) => {
    const { service, officer } = await start(t, engine);
    const id = await send(service, 'site-1', { comment: 'Ma mère' });
    await end(officer, await hold(officer, id, 'limitation'));
    assert.deepEqual(await eventsOf(service, id), []);
    const held = await hold(officer, id, 'limitation');
    await correct(officer, id, { comment: 'Une personne' });
    await correct(officer, id, { fields: { villeClient: 'Angers' } });
    const [{ told } = { told: '' }] = await rows<{ told: string }>(
      service.database,
      `select told from entries where id = ${id}`,
    );
    assert.doesNotMatch(told, /mère|personne/);
    await end(officer, held);
    assert.deepEqual(await eventsOf(service, id), ['1 updated']);
  });

  it('is hidden from the callers of its duplicates too, until it ends', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const kept = await send(service, 'kept', {});
    const other = await send(service, 'other', {});
    await ok(staff.post(`/desk/entries/${other}/duplicate`, { of: kept }));
    const sent = await eventsOf(service, other);
    const held = await hold(officer, kept, 'limitation');
    await correct(officer, kept, { resultat: 'commercial.resultat.nosuite' });
    assert.equal((await lookUp(service, 'other')).data.resultat, null);
    assert.deepEqual(await eventsOf(service, other), sent);
    await end(officer, held);
    assert.equal((await lookUp(service, 'other')).data.resultat, 'commercial.resultat.nosuite');
    assert.equal((await eventsOf(service, other)).length, sent.length + 1);
  });

  it('that was hidden without a note of what callers knew tells those of its duplicates nothing', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const kept = await send(service, 'kept', {});
    const other = await send(service, 'other', {});
    await ok(staff.post(`/desk/entries/${other}/duplicate`, { of: kept }));
    await ok(staff.patch(`/desk/entries/${kept}`, { resultat: 'commercial.resultat.nosuite' }));
    const sent = await eventsOf(service, other);
    const held = await hold(officer, kept, 'limitation');
    await execute(service.database, `update entries set told = '{}' where id = ${kept}`);
    await end(officer, held);
    assert.deepEqual(await eventsOf(service, other), sent);
  });

  it('takes the messages of its partner up in their order', async (t) => {
    const { service, officer } = await start(t, engine);
    const id = await orient(service);
    await hold(officer, id, 'limitation');
    await say(service, { CommentaireContact: 'Un' });
    await say(service, { CommentaireContact: 'Deux' });
    const [first, second] = await messagesOf(officer, id);
    assertFailure(await officer.post(`/desk/privacy/messages/${second?.id}/take`), 409, 'CONFLICT');
    const answers = await Promise.all(
      [1, 2].map(() => officer.post(`/desk/privacy/messages/${first?.id}/take`)),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 404]);
    await ok(officer.post(`/desk/privacy/messages/${second?.id}/take`));
    const { comment } = await ok<{ comment: string }>(officer.get(`/desk/privacy/entries/${id}`));
    assert.equal(comment, 'Deux');
  });

  it('gets nothing back that was refused or corrected without trace while a message waited', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const id = await orient(service);
    // Under a limitation nothing is corrected without trace.
    await ok(askToErase(officer, [id]));
    await say(service, { CommentaireContact: 'Avant', NIR: '2 38 05', nouveau: 'champ' });
    await ok(correctWithoutTrace(officer, id, { comment: null }));
    await ok(officer.post('/desk/privacy/refused-fields', { name: 'NIR', confirm: 'NIR' }));
    const [waiting] = await messagesOf(officer, id);
    assert.equal(waiting?.message.CommentaireContact, undefined);
    await ok(officer.post(`/desk/privacy/erasures/pending/${id}/cancel`));
    const { comment, extra } = await ok<{ comment: string | null; extra: object }>(
      staff.get(`/desk/entries/${id}`),
    );
    assert.deepEqual([comment, extra], [null, { nouveau: 'champ' }]);
    const stored = await rows(service.database, `select message from orientations where entry_id = ${id}`);
    assert.doesNotMatch(JSON.stringify(stored), /Avant|2 38 05/);
  });

  it('keeps what its partner sends aside: the officer takes it up, or sets it aside', async (t) => {
    const { service, officer, staff } = await start(t, engine);
    const id = await orient(service);
    const held = await hold(officer, id, 'limitation');
    const history = () => number(service.database, `select count(*) from history where entry_id = ${id}`);
    const lines = await history();
    const updated = await say(service, { CommentaireContact: 'Après', nouveau: 'champ' });
    assert.match(updated, /mise à jour/);
    // The same again changes nothing, as ever.
    assert.doesNotMatch(await say(service, { CommentaireContact: 'Après', nouveau: 'champ' }), /mise à jour/);
    const followed = await service.exchange('/appli/partner/suivi', {
      NumeroDemandeOrientationCR: numero,
      State: 'Conclu',
      Reason: 'Autre choix',
    });
    assert.equal(followed.statusCode, 200, followed.body);
    await say(service, { CommentaireContact: 'Trop' });
    assert.equal(await history(), lines);
    const comment = async () =>
      (await ok<{ comment: string }>(officer.get(`/desk/privacy/entries/${id}`))).comment;
    assert.equal(await comment(), 'Avant');
    const [first, second, third] = await messagesOf(officer, id);
    assert.deepEqual(first?.message, {
      NumeroDemandeOrientationCR: numero,
      etablissementId: 3,
      CommentaireContact: 'Après',
      nouveau: 'champ',
    });
    assert.deepEqual(
      [first?.kind, second?.kind, second?.author, second?.message],
      ['update', 'followup', 'partner:partner', { state: 'Conclu', reason: 'Autre choix' }],
    );
    await ok(officer.post(`/desk/privacy/messages/${first?.id}/take`));
    assert.equal(await comment(), 'Après');
    await ok(officer.post(`/desk/privacy/messages/${third?.id}/discard`));
    for (const act of ['take', 'discard'])
      assertFailure(await officer.post(`/desk/privacy/messages/${first?.id}/${act}`), 404, 'NOTFOUND');
    assert.deepEqual(await messagesOf(officer, id), [second]);
    assertFailure(await staff.get(`/desk/entries/${id}`), 404, 'NOTFOUND');

    // What still waits when the limitation ends is applied.
    service.clock.now = new Date('2027-01-02T09:00:00.000Z');
    await expirePastHolds(service);
    const [left] = await rows<{ n: number }>(service.database, 'select count(*) as n from withheld_messages');
    assert.equal(Number(left?.n), 0);
    const shown = await ok<{ history: { change: string }[]; comment: string }>(
      (await signIn(service)).get(`/desk/entries/${id}`),
    );
    assert.equal(shown.comment, 'Après');
    assert.ok(shown.history.some(({ change }) => change === 'followup'));
    assert.notEqual(held, 0);
  });

  it('comes back when its partner has named a residence that was removed meanwhile', async (t) => {
    const { service, officer } = await start(t, engine);
    const id = await orient(service);
    const held = await hold(officer, id, 'limitation');
    await say(service, { CommentaireContact: 'Après' });
    await execute(
      service.database,
      `update withheld_messages set message = '{"etablissementId":987654,"CommentaireContact":"Après"}'`,
    );
    await end(officer, held);
    const shown = await ok<{ comment: string; establishmentId: number; extra: Record<string, unknown> }>(
      (await signIn(service)).get(`/desk/entries/${id}`),
    );
    assert.deepEqual(
      [shown.comment, shown.establishmentId, shown.extra.etablissementId],
      ['Après', 3, 987_654],
    );
  });

  it('is erased with what waits, once the limitation has ended', async (t) => {
    const { service, officer } = await start(t, engine);
    const id = await orient(service);
    const held = await hold(officer, id, 'limitation');
    await say(service, { CommentaireContact: 'Zqcanari' });
    assert.equal((await messagesOf(officer, id)).length, 1);
    const [message] = await messagesOf(officer, id);
    assert.equal(message?.message.CommentaireContact, 'Zqcanari');
    await end(officer, held);
    await hold(officer, id, 'limitation');
    await say(service, { CommentaireContact: 'Zqautre' });
    const found = await ok<object>(officer.post('/desk/privacy/find', { text: 'zqautre' }));
    assert.match(JSON.stringify(found), /traces/);
    const [again] = await rows<{ id: number }>(
      service.database,
      `select id from holds where entry_id = ${id} and ended_at is null`,
    );
    await end(officer, Number(again?.id));
    await erase(officer, id);
    for (const table of ['entries', 'orientations', 'history', 'withheld_messages'])
      assert.doesNotMatch(
        JSON.stringify(await rows(service.database, `select * from ${table}`)),
        /Zq/,
        table,
      );
    assert.ok(
      (
        await service.exchange('/appli/partner/orientation', {
          NumeroDemandeOrientationCR: numero,
          etablissementId: 3,
          CommentaireContact: 'Zqautre',
        })
      ).statusCode < 500,
    );
  });
});
