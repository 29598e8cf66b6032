// Erasing entries through the desk: what it refuses, what stays, who is told.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { linesOf, newLead, switchOn } from '../../../test/fixtures/conversions.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { lookUp, send } from '../../../test/fixtures/entry-events.ts';
import { mailOn } from '../../../test/fixtures/mail.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import {
  askToErase,
  erase,
  eraseDecided,
  hold,
  openOfficer,
  openRequest,
  planOf,
  wholly,
} from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { recountContacts } from '../../entries/funnel/recount-contacts.ts';

onOneEngine('erasing entries', (engine) => {
  let service: TestService;
  let staff: Desk;
  let officer: Desk;
  before(async () => {
    service = await startService(engine, mailOn);
    staff = await signIn(service);
    officer = await openOfficer(service);
  });
  after(() => service.close());

  let made = 0;
  const lead = (body: Record<string, unknown> = {}) => send(service, `lead-${++made}`, body);

  it('a plan counts what it would erase, and changes nothing', async () => {
    const id = await lead({ phoneClient: '06 39 98 12 34', comment: 'Bonjour' });
    const { plans, digest } = await planOf(officer, [id, id]);
    assert.deepEqual(
      plans.map(({ entryId, hold: held, erased, counts }) => [entryId, held, erased, counts.entry_phones]),
      [[id, null, false, 1]],
    );
    const plan = (...ids: number[]) => officer.post('/desk/privacy/erasures/plan', { subjects: wholly(ids) });
    const many = Array.from({ length: 201 }, (_, i) => i + 1);
    for (const ids of [[], many]) assertFailure(await plan(...ids), 400, 'INVALID', /^subjects/);
    assertFailure(await plan(id, 999_999), 404, 'NOTFOUND', /999999/);
    const asked = { subjects: wholly([id]), digest, requestId: await openRequest(officer, [id]) };
    const another = await officer.post('/desk/privacy/erasures', { ...asked, word: 'effacer' });
    assertFailure(another, 400, 'INVALID', /^word/);
    assert.equal((await staff.get(`/desk/entries/${id}`)).statusCode, 200);
  });

  it('what was erased already is counted, and erased once', async () => {
    const ids = [await lead(), await lead()];
    const { digest } = await planOf(officer, ids);
    const requestId = await openRequest(officer, ids);
    const act = { subjects: wholly(ids), digest, word: 'EFFACER', requestId };
    for (let i = 0; i < 2; i++) {
      const answer = await officer.post('/desk/privacy/erasures', act);
      assert.deepEqual(answer.json(), { pending: 2, alreadyErased: 0 }, answer.body);
    }
    // Nothing of a list is decided that has one of them.
    const free = await lead();
    const mixed = await askToErase(officer, [free, ...ids]);
    assertFailure(mixed, 409, 'CONFLICT', new RegExp(`for request ${requestId} already`));
    assert.equal((await staff.get(`/desk/entries/${free}`)).statusCode, 200);
    assert.deepEqual(await eraseDecided(service), { erased: { request: 2 }, takenBack: 0 });
    const last = await askToErase(officer, ids);
    assert.deepEqual(last.json(), { pending: 0, alreadyErased: 2 }, last.body);
    const [plan] = (await planOf(officer, ids)).plans;
    assert.deepEqual([plan?.erased, plan?.counts], [true, {}]);
    for (const lines of [
      `erasures where entry_id = ${ids[0]}`,
      `audit where action = 'erased' and subject_id = ${ids[0]}`,
    ])
      assert.equal(await number(service.database, `select count(*) from ${lines}`), 1, lines);
  });

  it('an older plan is refused, and decides nothing', async () => {
    const ids = [await lead(), await lead()];
    const { digest } = await planOf(officer, ids);
    await staff.patch(`/desk/entries/${ids[1]}`, { comment: 'Rappelée' });
    assertFailure(await askToErase(officer, ids, digest), 409, 'CONFLICT', /^digest:/);
    for (const id of ids) assert.equal((await staff.get(`/desk/entries/${id}`)).statusCode, 200);
    assert.equal((await askToErase(officer, ids)).statusCode, 200);
  });

  it('a held entry keeps its whole list from being erased', async () => {
    for (const kind of ['hold', 'limitation'] as const) {
      const ids = [await lead(), await lead()];
      await hold(officer, ids[1] ?? 0, kind);
      const held = new RegExp(`^subjects: entry ${ids[1]} is under a hold until 2026-12-31`);
      assertFailure(await askToErase(officer, ids), 409, 'HELD', held);
      assert.equal((await staff.get(`/desk/entries/${ids[0]}`)).statusCode, 200);
    }
  });

  it('an erased entry is hidden from staff everywhere', async () => {
    const phone = '06 39 98 44 55';
    const id = await lead({ phoneClient: phone, lastNameClient: 'Quemener', emailClient: 'q@example.org' });
    const other = await lead({ phoneClient: phone });
    await staff.patch(`/desk/entries/${id}`, {
      actions: [{ date: '2026-03-04', stage: 'Visite', done: false }],
    });
    await erase(officer, id);
    for (const part of ['', '/history', '/version', '/owners', '/residences', '/file'])
      assertFailure(await staff.get(`/desk/entries/${id}${part}`), 404, 'NOTFOUND');
    const shown = [
      ...['/desk/entries?kind=commercial', '/desk/entries?kind=commercial&q=Quemener'],
      ...['/desk/entries.csv?kind=commercial', '/desk/today', '/desk/families?phone=0639984455'],
      `/desk/entries/${other}`,
    ];
    for (const path of shown) {
      const answer = await staff.get(path);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.doesNotMatch(answer.body, /Quemener|q@example/, path);
      assert.doesNotMatch(answer.body, new RegExp(`"id":${id}[,}]`), path);
    }
    const planned = await staff.get('/desk/entries?kind=commercial&block=appointments');
    assert.equal(planned.json<{ total: { count: number } }>().total.count, 0);
    assertFailure(await officer.get(`/desk/privacy/entries/${id}`), 404, 'NOTFOUND');
  });

  it('who had the page open reads ERASED, and 404 of a limited entry', async () => {
    const [erased, limited, other] = [await lead(), await lead(), await lead()];
    await erase(officer, erased);
    await hold(officer, limited, 'limitation');
    const acts = [
      ['processed', undefined],
      ['spam', { spam: true }],
      ['duplicate', { of: other }],
    ] as const;
    for (const [act, body] of acts) {
      assertFailure(await staff.post(`/desk/entries/${erased}/${act}`, body), 409, 'ERASED');
      assertFailure(await staff.post(`/desk/entries/${limited}/${act}`, body), 404, 'NOTFOUND');
    }
    assertFailure(await staff.patch(`/desk/entries/${erased}`, { comment: 'x' }), 409, 'ERASED');
    assertFailure(await staff.patch(`/desk/entries/${limited}`, { comment: 'x' }), 404, 'NOTFOUND');
    const duplicateOf = (of: number) => staff.post(`/desk/entries/${other}/duplicate`, { of });
    assertFailure(await duplicateOf(erased), 409, 'ERASED');
    assertFailure(await duplicateOf(limited), 400, 'INVALID', /^of/);
    const commercial = await signIn(service, [{ role: 'commercial', establishmentId: 5 }]);
    assertFailure(await commercial.post(`/desk/entries/${erased}/seen`), 404, 'NOTFOUND');
  });

  it('figures stay as they were, and recounts agree', async () => {
    const first = await lead({ gclid: 'Cj0K-click_1', actions: [{ date: '2026-03-02', comment: 'Appel' }] });
    const admitted = await lead({
      resultat: 'commercial.resultat.realisee',
      motif: 'commercial.motif.financier',
    });
    const kept = await lead();
    const duplicate = await lead();
    await staff.patch(`/desk/entries/${first}`, {
      actions: [{ date: '2026-03-04', time: '09:30', stage: 'Visite', comment: 'Madame Martin est venue' }],
      resultat: 'commercial.resultat.nosuite',
    });
    await staff.post(`/desk/entries/${duplicate}/duplicate`, { of: kept });
    const figures = async () => {
      const { database } = service;
      return {
        public: (await service.get(`/fr/statistics/contact/2026?${service.query}`)).json<object>(),
        desk: (await staff.get('/desk/statistics?year=2026')).json<object>(),
        contacts: await rows(database, 'select * from contact_counts order by year, establishment_id'),
        recounted: await recountContacts(database.read),
      };
    };
    const before = await figures();
    assert.deepEqual(before.recounted, []);
    await erase(officer, first, admitted, kept, duplicate);
    assert.deepEqual(await figures(), before);
  });

  it('no conversion of an erased or limited lead is served', async () => {
    const password = await switchOn(staff);
    const [erased, limited] = [await newLead(service), await newLead(service)];
    const [served, revoked] = [await newLead(service), await newLead(service)];
    const admission = { actions: [{ date: '2026-03-04', time: '08:00', stage: 'Admission réalisé' }] };
    for (const id of [erased, served]) await staff.patch(`/desk/entries/${id}`, admission);
    assert.equal((await linesOf(service, password)).length, 4);
    for (const id of [limited, revoked]) await staff.patch(`/desk/entries/${id}`, admission);
    await hold(officer, limited, 'limitation');
    await erase(officer, erased, revoked);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const lines = await linesOf(service, password);
    assert.deepEqual(
      lines.map((line) => line.split(',')[5]),
      [`A-${served}-Q`, `A-${served}-A`],
    );
  });

  it('every endpoint is told once, last, and of what was not sent only blanks', async (t) => {
    await newEndpoint(service, 'https://all.example.org/');
    await newEndpoint(service, 'https://results.example.org/', ['result']);
    const off = await newEndpoint(service, 'https://off.example.org/');
    await execute(service.database, `update endpoints set state = 'off' where id = ${off.id}`);
    t.after(async () => {
      await execute(service.database, 'delete from outbox');
      await execute(service.database, 'delete from endpoints');
    });
    const id = await send(service, 'told', { comment: 'Maman est tombée' });
    await staff.patch(`/desk/entries/${id}`, {
      comment: 'Madame Martin rappellera',
      resultat: 'commercial.resultat.nosuite',
    });
    await erase(officer, id);
    const events = () =>
      rows<{ id: number; endpoint_id: number; event: string; sequence: number; body: string }>(
        service.database,
        `select id, endpoint_id, event, sequence, body from outbox where entry_id = ${id} order by id`,
      );
    const told = await events();
    const last = told.filter(({ event }) => event === 'erased');
    assert.equal(last.length, 3);
    assert.equal(new Set(last.map(({ endpoint_id }) => endpoint_id)).size, 3);
    const earlier = told.filter(({ event }) => event !== 'erased');
    for (const { sequence } of earlier) assert.ok(sequence < (last[0]?.sequence ?? 0));
    for (const { event, body, sequence } of told) {
      const nothing = { sejourType: null, resultat: null, motif: null, comment: null, commentBy: null };
      const { type: kind, data, ...envelope } = JSON.parse(body);
      assert.deepEqual([kind, data], ['commercial', { id, customId: 'told', type: null, ...nothing }], event);
      assert.deepEqual([envelope.event, envelope.customId, envelope.sequence], [event, 'told', sequence]);
    }
    assert.deepEqual((await lookUp(service, 'told')).data.comment, null);
    await erase(officer, id);
    assert.deepEqual(await events(), told);

    // Nothing is sent again but that it was erased.
    const now = service.clock.now.toISOString();
    await execute(
      service.database,
      `update outbox set state = 'failed', next_at = null, finished_at = '${now}' where entry_id = ${id}`,
    );
    assertFailure(await staff.post(`/desk/deliveries/${earlier[0]?.id}/resend`), 409, 'ERASED');
    await ok(staff.post('/desk/deliveries/resend', { since: '2026-03-04' }));
    const pending = `select distinct event from outbox where entry_id = ${id} and state = 'pending'`;
    assert.deepEqual(await rows(service.database, pending), [{ event: 'erased' }]);
    assert.equal((await staff.post(`/desk/deliveries/${last[0]?.id}/resend`)).statusCode, 200);
  });

  it('mails that staff were to get are dropped', async () => {
    const [erased, other] = [await lead(), await lead()];
    for (const id of [erased, other]) {
      await execute(
        service.database,
        `insert into notices (message_id, user_id, entry_id, subject, body, created_at, state, attempts, next_at)
         select 'm${id}', max(id), ${id}, 'X', 'X', '2026-03-04T09:00:00.000Z', 'pending', 0, '2026-03-04T09:00:00.000Z' from users`,
      );
    }
    const waiting = (table: string, id: number) =>
      number(service.database, `select count(*) from ${table} where entry_id = ${id}`);
    assert.equal(await waiting('notifications', erased), 1);
    await erase(officer, erased);
    for (const table of ['notifications', 'notices']) {
      assert.equal(await waiting(table, erased), 0, table);
      assert.equal(await waiting(table, other), 1, table);
    }
  });

  it('the same customId comes again as a new entry', async () => {
    const body = { phoneClient: '06 39 98 77 66' };
    const id = await send(service, 'same', body);
    assert.equal(await send(service, 'same', body), id, 'the same content is stored once');
    await erase(officer, id);
    assert.notEqual(await send(service, 'same', body), id);
  });

  it('a partner’s request that was erased stays erased', async () => {
    const tell = async (message: object) =>
      (await ok<{ Messagetraitements: string }>(service.exchange('/appli/partner/orientation', message)))
        .Messagetraitements;
    const message = { NumeroDemandeOrientationCR: '2026 / 000_000_001', etablissementId: 3 };
    await tell(message);
    const id = await newestEntry(service.database);
    await erase(officer, id);
    for (const more of [{}, { 'PersonneAgee / Prenom': 'Odette' }])
      assert.match(await tell({ ...message, ...more }), /ont été effacées/);
    assert.equal(await newestEntry(service.database), id);
  });
});
