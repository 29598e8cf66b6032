import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  convertSurvey,
  editEntry,
  markProcessed,
  markSpam,
  putToSleep,
  setApplicationStep,
  undoNewest,
  unite,
} from '../../../test/fixtures/acts.ts';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { act, addEndpoint, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import { insertLetter } from '../../../test/fixtures/letters.ts';
import { openRequest } from '../../../test/fixtures/privacy.ts';
import { confirmRules, dueNow, runAndErase } from '../../../test/fixtures/retention.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { onOneEngine, startService, type TestService } from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { addDays, dayMs } from '../../clock.ts';
import type { ActionPatch } from '../../entries/change/actions.ts';
import type { RuleName } from '../rules/rules.ts';

const survey = 'etablissement/3/survey/create';
const canary = 'canarigris';

onOneEngine('each retention rule', (engine) => {
  let service: TestService;
  let start: Date;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
    start = service.clock.now;
    await addEndpoint(service);
  });
  after(() => service.close());

  /** Begins anew: only one rule runs, on what the test sends. */
  async function only(...names: RuleName[]): Promise<void> {
    service.clock.now = start;
    await execute(service.database, `update entries set test = 1`);
    await execute(service.database, `update outbox set state = 'pending'`);
    for (const table of ['audit', 'privacy_requests'])
      await execute(service.database, `delete from ${table}`);
    await confirmRules(service, names);
  }
  const later = (days: number) => {
    service.clock.now = new Date(start.getTime() + days * dayMs);
  };
  const newEntry = (body: Record<string, unknown> = {}, route?: string, query?: string) =>
    send(service, `${canary}-${++sent}`, body, route, query);
  const partner = async (body: object, route = 'orientation') => {
    await ok(service.exchange(`/appli/partner/${route}`, body));
  };
  const day = () => service.clock.now.toISOString().slice(0, 10);
  const restrictionOf = async (id: number) => {
    const [row] = await rows<{ restriction: string | null }>(
      service.database,
      `select restriction from entries where id = ${id}`,
    );
    return row?.restriction;
  };
  /** After `days` full days it stays, and a day later it is what the rule concerns. */
  async function endsAfter(days: number, rule: RuleName, count = 1): Promise<void> {
    later(days);
    const early = await dueNow(service);
    assert.equal(early[rule], undefined, `${rule} after ${days} days: ${JSON.stringify(early)}`);
    assert.deepEqual(await runAndErase(service), {});
    later(days + 1);
    assert.equal((await dueNow(service))[rule], count, `${rule} after ${days + 1} days`);
  }
  const run = async (expected: Partial<Record<RuleName, number>>) => {
    assert.deepEqual(await runAndErase(service), expected);
    assert.deepEqual(await runAndErase(service), {}, 'a second run finds nothing');
  };

  it('prospect: three years after the receipt, its caller is told', async () => {
    await only('prospect');
    const lead = await newEntry({ lastNameClient: canary, phoneClient: '06 39 98 12 34' });
    const form = await newEntry({ lastName: canary }, survey);
    await newEntry({}, survey, '&type=survey.type.complaint');
    const counted = await rows(service.database, 'select * from contact_counts order by year');
    await endsAfter(1_095, 'prospect', 2);
    await run({ prospect: 2 });
    for (const id of [lead, form]) {
      assert.equal(await restrictionOf(id), 'erased');
      assert.equal((await storedEvents(service, id)).at(-1)?.event, 'erased');
    }
    assert.deepEqual(
      await rows(service.database, `select reason from erasures where entry_id in (${lead}, ${form})`),
      [{ reason: 'prospect' }, { reason: 'prospect' }],
    );
    assert.deepEqual(await rows(service.database, 'select * from contact_counts order by year'), counted);
  });

  it('prospect: counts from the newest contact; a note, a correction or a plan is none', async () => {
    await only('prospect');
    const [untouched, noted, planned, tried] = [
      await newEntry(),
      await newEntry(),
      await newEntry(),
      await newEntry({ dateFirstContact: '2999-01-01' }),
    ];
    const [visited, undated, mistaken] = [await newEntry(), await newEntry(), await newEntry()];
    const [updated, followed] = ['9 / 1_1_1', '9 / 1_1_2'];
    const orientations: number[] = [];
    for (const NumeroDemandeOrientationCR of [updated, followed]) {
      await partner({ NumeroDemandeOrientationCR, etablissementId: 3, GirEstime: 'GIR 1' });
      orientations.push(await newestEntry(service.database));
    }
    later(100);
    const edit = (id: number, edit: Parameters<typeof editEntry>[3]) =>
      act(service, (tx, staff) => editEntry(tx, id, staff, edit));
    const add = (id: number, action: ActionPatch) => edit(id, { actions: [action] });
    await edit(noted, { fields: { lastNameClient: 'X' }, actions: [{ comment: 'une note' }] });
    await add(noted, { date: '2026-06-12', stage: 'Validé' });
    await add(visited, { date: day(), stage: 'Visite' });
    await add(planned, { date: day(), stage: 'Visite', done: false });
    await add(tried, { date: day(), outcome: 'no-answer' });
    await add(tried, { stage: 'Prise de contact' });
    await act(service, (tx, staff) => undoNewest(tx, tried, staff));
    // Without a day, or with a mistaken one, a call counts on the day on which it is noted.
    await add(undated, { stage: 'Prise de contact' });
    await add(mistaken, { date: '2062-06-12', stage: 'Prise de contact' });
    await add(mistaken, { date: day(), stage: 'Prise de contact' });
    await partner({ NumeroDemandeOrientationCR: updated, GirEstime: 'GIR 2' });
    await partner({ NumeroDemandeOrientationCR: followed, State: 'Conclu' }, 'suivi');
    await endsAfter(1_095, 'prospect', 4);
    await run({ prospect: 4 });
    for (const id of [untouched, noted, planned, tried]) assert.equal(await restrictionOf(id), 'erased');
    await endsAfter(1_195, 'prospect', 5);
    await run({ prospect: 5 });
    for (const id of [visited, undated, mistaken, ...orientations])
      assert.equal(await restrictionOf(id), 'erased');
  });

  it('prospect: a family that is being looked after stays', async () => {
    await only('prospect', 'admission', 'health');
    const form = () => newEntry({ contact: canary }, survey);
    const lead = () => newEntry({ comment: canary });
    const [called, converted, again] = [await form(), await form(), await form()];
    const [dealtWith, visited, asleep, kept] = [await lead(), await lead(), await lead(), await lead()];
    const [written, agreed] = [await lead(), await lead()];
    const plan = (date: string) => ({ date, stage: 'Visite', done: false }) as const;
    // An overdue one does not hide the next.
    await act(service, (tx, staff) => editEntry(tx, visited, staff, { actions: [plan('2026-03-05')] }));
    later(1_080);
    const today = day();
    await act(service, (tx, staff) =>
      editEntry(tx, called, staff, { actions: [{ date: today, outcome: 'reached' }] }),
    );
    await act(service, (tx, staff) =>
      convertSurvey(tx, converted, staff, { type: 'commercial.type.website' }),
    );
    await act(service, (tx, staff) => markProcessed(tx, dealtWith, staff));
    await act(service, (tx, staff) => editEntry(tx, visited, staff, { actions: [plan(addDays(today, 25))] }));
    const until = addDays(today, 120);
    await act(service, (tx, staff) => putToSleep(tx, asleep, staff, { until, reason: 'Après l’été' }));
    await insertLetter(service.database, written, { created_at: service.clock.now.toISOString() });
    const told = { consentementSource: 'Au téléphone', consentementLe: today, consentementEmail: 'oui' };
    await ok((await signIn(service)).post(`/desk/entries/${agreed}/consent`, told));
    // The family has written once more: what is united lives as long as the younger.
    const younger = await newEntry({ contact: canary }, survey);
    for (const id of [younger, again]) await act(service, (tx, staff) => unite(tx, id, staff, kept));
    later(1_096);
    assert.deepEqual(await runAndErase(service), {});
    later(1_080 + 30);
    assert.deepEqual(await runAndErase(service), {});
    later(1_080 + 31);
    assert.deepEqual(await runAndErase(service), { prospect: 1 });
    assert.equal(await restrictionOf(written), 'erased');
    // What came of a visit, or of a sleep, may still be noted, as of a message.
    later(1_080 + 25 + 30);
    assert.deepEqual(await runAndErase(service), {});
    later(1_080 + 25 + 31);
    assert.deepEqual(await runAndErase(service), { prospect: 1 });
    assert.equal(await restrictionOf(visited), 'erased');
    later(1_080 + 120 + 30);
    assert.deepEqual(await runAndErase(service), {});
    later(1_080 + 120 + 31);
    assert.deepEqual(await runAndErase(service), { prospect: 1 });
    assert.equal(await restrictionOf(asleep), 'erased');
    later(1_080 + 1_095);
    assert.deepEqual(await runAndErase(service), { health: 7 });
    later(1_080 + 1_096);
    assert.deepEqual(await runAndErase(service), { prospect: 7 });
  });

  it('admission: two years after the last contact, and no prospect', async () => {
    await only('prospect', 'admission');
    const admitted = await newEntry({ resultat: 'commercial.resultat.realisee' });
    const gone = await newEntry();
    await act(service, (tx, staff) =>
      editEntry(tx, gone, staff, { actions: [{ date: '2026-03-04', stage: 'Parti' }] }),
    );
    await newEntry();
    await endsAfter(730, 'admission', 2);
    await run({ admission: 2 });
    for (const id of [admitted, gone]) assert.equal(await restrictionOf(id), 'erased');
  });

  it('spam: 30 days after the decision of staff; presumed: a year after receipt', async () => {
    await only('spam', 'presumed-spam');
    const [spam, presumed, decided] = [await newEntry({}, survey), await newEntry(), await newEntry()];
    await execute(
      service.database,
      `update entries set spam = 1, suspicion = 'trap' where id in (${presumed}, ${decided})`,
    );
    later(100);
    for (const id of [spam, decided]) await act(service, (tx, staff) => markSpam(tx, id, staff, true));
    await endsAfter(130, 'spam', 2);
    await run({ spam: 2 });
    await endsAfter(365, 'presumed-spam');
    await run({ 'presumed-spam': 1 });
    for (const id of [spam, presumed, decided]) assert.equal(await restrictionOf(id), 'erased');
  });

  it('application: two years after the last contact or step, with its CV', async () => {
    await only('application');
    const cv = { content: Buffer.from('%PDF-1.4 small').toString('base64') };
    const apply = () => newEntry({ etablissementId: 3, lastName: canary, cv }, 'announcement/postuler');
    const [id, met] = [await apply(), await apply()];
    later(700);
    await act(service, (tx, staff) => setApplicationStep(tx, met, staff, 'interview'));
    await endsAfter(730, 'application');
    await run({ application: 1 });
    assert.equal(await number(service.database, `select count(*) from files where entry_id = ${id}`), 0);
    await endsAfter(700 + 730, 'application');
  });

  it('complaint: five years after its end, an open one after the last contact', async () => {
    await only('complaint');
    const open = await newEntry({}, survey, '&type=survey.type.complaint');
    const closed = await newEntry({}, survey, '&type=survey.type.complaint');
    later(200);
    await act(service, (tx, staff) => editEntry(tx, closed, staff, { comment: 'Réponse' }));
    await act(service, (tx, staff) => markProcessed(tx, closed, staff));
    await endsAfter(1_825, 'complaint');
    await run({ complaint: 1 });
    assert.equal(await restrictionOf(closed), null);
    await endsAfter(200 + 1_825, 'complaint');
    await run({ complaint: 1 });
    for (const id of [open, closed]) assert.equal(await restrictionOf(id), 'erased');
  });

  it('satisfaction: one year', async () => {
    await only('satisfaction');
    await newEntry({}, survey, '&type=survey.type.survey');
    await newEntry({}, survey);
    await endsAfter(365, 'satisfaction');
    await run({ satisfaction: 1 });
  });

  it('health: two years after the last contact, wherever it stands; the rest stays', async () => {
    await only('health');
    await partner({
      NumeroDemandeOrientationCR: '9 / 2_2_2',
      etablissementId: 3,
      GirEstime: `GIR ${canary}`,
      UniteProtege: true,
      allergies: canary,
      CommentaireContact: canary,
      'PersonneAgee / Nom': 'Reste',
    });
    const id = await number(service.database, 'select max(entry_id) from orientations');
    await partner({ NumeroDemandeOrientationCR: '9 / 2_2_2', GirEstime: `GIR 2 ${canary}` });
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, { comment: `${canary} 2`, actions: [{ comment: canary }] }),
    );
    const form = await newEntry(
      { contact: canary, contact2: canary, urgence: canary, message: canary, lastName: 'Reste' },
      survey,
    );
    const lead = await newEntry({
      ...{ comment: canary, delais: canary, securite: canary, budget: 'Reste' },
      ...{ pathologie: canary, niveauGIR: canary, nested: [{ 'En cours': { Traitement_actuel: canary } }] },
      commercialrelations: [{ lastName: 'Reste', gir: canary, medecin: canary, girafe: 'Reste' }],
      commercialactions: [{ date: '2026-03-01', GIR: canary, maladie: canary }],
    });
    await ok(
      (await signIn(service)).patch(`/desk/privacy/entries/${lead}`, {
        extra: { pathologie: `${canary} 2` },
      }),
    );
    await execute(service.database, `update entries set asleep_reason = '${canary}' where id = ${form}`);
    const [kept] = await rows<{ original: string | null }>(
      service.database,
      `select original_comment as original from entries where id = ${id}`,
    );
    assert.equal(kept?.original, canary, 'what the family wrote, under the comment of staff');
    const written = await newEntry({ lastNameClient: 'Reste' });
    const waiting = { state: 'pending', next_at: '9999-01-01T00:00:00.000Z', author: 'accueil' };
    const texts = { recipient: 'reste@example.org', subject: canary, body: canary };
    await insertLetter(service.database, written, { ...waiting, ...texts });
    await endsAfter(730, 'health', 4);
    await run({ health: 4 });
    const [letter] = await rows(
      service.database,
      `select recipient, subject, body, state, failure_reason as cause, flagged
        from letters join entries on entries.id = entry_id where entry_id = ${written}`,
    );
    assert.deepEqual(letter, {
      ...{ recipient: 'reste@example.org', subject: '', body: '' },
      ...{ state: 'failed', cause: 'removed', flagged: 1 },
    });
    const whole = async (entryId: number) =>
      JSON.stringify([
        await rows(
          service.database,
          `select fields, extra, comment, original_comment, asleep_reason from entries where id = ${entryId}`,
        ),
        await rows(service.database, `select comment, extra from actions where entry_id = ${entryId}`),
        await rows(service.database, `select fields, extra from relations where entry_id = ${entryId}`),
        await rows(service.database, `select detail from history where entry_id = ${entryId}`),
        await rows(service.database, `select message from orientations where entry_id = ${entryId}`),
      ]);
    for (const entryId of [id, form, lead]) {
      assert.doesNotMatch(await whole(entryId), new RegExp(`${canary}|UniteProtege`));
      assert.match(await whole(entryId), /Reste/);
      assert.equal(await restrictionOf(entryId), null);
    }
  });

  it('ip: half a year; gclid: 150 days, and the lead still counts as advertised', async () => {
    await only('ip', 'gclid');
    const id = await newEntry({ ip: '203.0.113.7', gclid: canary, gbraid: canary, page: 'Reste' }, survey);
    const lead = await newEntry({ wbraid: canary, gclidCapturedAt: '2026-03-01T10:00:00Z' });
    await endsAfter(150, 'gclid', 2);
    await run({ gclid: 2 });
    await endsAfter(183, 'ip');
    await run({ ip: 1 });
    const [left] = await rows<{ gclid: null; fields: string; extra: string; advertised: number }>(
      service.database,
      `select gclid, fields, extra, advertised from entries where id = ${id}`,
    );
    assert.deepEqual(
      { ...left, fields: JSON.parse(left?.fields ?? ''), extra: JSON.parse(left?.extra ?? '') },
      { gclid: null, fields: {}, extra: { page: 'Reste' }, advertised: 1 },
    );
    assert.deepEqual(await rows(service.database, `select extra from entries where id = ${lead}`), [
      { extra: null },
    ]);
  });

  it('what is held, limited, asked for or of a test stays', async () => {
    await only('prospect', 'health', 'ip');
    const kept = () => newEntry({ comment: canary, ip: 'x' });
    const [held, limited, asked] = [await kept(), await kept(), await kept()];
    const [past, ended] = [await newEntry(), await newEntry()];
    const officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    await openRequest(officer, [asked], { kind: 'access' });
    await newEntry({ comment: canary }, undefined, '&test=1');
    await execute(service.database, `update entries set restriction = 'limited' where id = ${limited}`);
    const at = start.toISOString();
    for (const [id, until, end] of [
      [held, '2030-01-01', 'null'],
      [past, '2026-05-01', 'null'],
      [ended, '2030-01-01', `'${at}'`],
    ])
      await execute(
        service.database,
        `insert into holds (entry_id, kind, reason, until, author, created_at, ended_at)
         values (${id}, 'hold', 'x', '${until}', 'x', '${at}', ${end})`,
      );
    later(1_200);
    await run({ prospect: 2 });
    for (const id of [held, limited, asked]) {
      const [row] = await rows<{ comment: string }>(
        service.database,
        `select comment from entries where id = ${id}`,
      );
      assert.equal(row?.comment, canary);
    }
    await execute(
      service.database,
      `update privacy_requests set closed_at = '${service.clock.now.toISOString()}'`,
    );
    assert.deepEqual(await runAndErase(service), { prospect: 1 }, 'the request is closed');
    later(1_400);
    assert.deepEqual(await runAndErase(service), { prospect: 1 }, 'the hold is over');
  });

  it('audit, request, objection: lines of their age go, those about privacy after a year', async () => {
    await only('audit', 'request', 'objection');
    const { database } = service;
    const at = start.toISOString();
    for (const [action, subject] of [
      ['read', 'entry'],
      ['changed', 'retention'],
      ['changed', 'user'],
      ['erased', 'entry'],
    ])
      await execute(
        database,
        `insert into audit (at, author, action, subject, detail)
         values ('${at}', 'x', '${action}', '${subject}', '{}')`,
      );
    for (const closed of [`'${at}'`, 'null'])
      await execute(
        database,
        `insert into privacy_requests (kind, person, received_on, channel, due_on, created_at, closed_at)
         values ('access', '${canary}', '2026-03-01', 'mail', '2026-04-01', '${at}', ${closed})`,
      );
    await execute(
      database,
      `insert into objections (hash, kind, objected_on) values ('x', 'phone', '2026-03-04')`,
    );
    // As an earlier version let it be set.
    await execute(database, "update retention_rules set days = 1 where name = 'audit'");
    await endsAfter(183, 'audit', 1);
    await run({ audit: 1 });
    await endsAfter(365, 'audit', 3);
    await run({ audit: 3 });
    await endsAfter(1_095, 'objection');
    await run({ objection: 1 });
    await endsAfter(1_825, 'request');
    await run({ request: 1 });
    assert.equal(await number(database, 'select count(*) from privacy_requests'), 1, 'an open one stays');
  });

  it('user: a year after being disabled, a number in histories and the audit trail', async () => {
    await only('user');
    const { database } = service;
    const name = `Personne ${canary}`;
    const leaver = await signIn(service, [administrator], name);
    const namesake = await signIn(service, [administrator], 'Deux Fois');
    const shared = await signIn(service, [administrator], 'Deux Fois');
    const id = await newEntry();
    const comment = async (desk: Desk, text: string) => {
      await ok(desk.patch(`/desk/entries/${id}`, { comment: text, actions: [{ comment: text }] }));
    };
    await comment(namesake, 'a');
    await comment(shared, 'a2');
    await comment(leaver, 'b');
    const boss = await signIn(service);
    // Planned by who leaves, and done by another; their own name as the new owner.
    const plan = { date: '2026-03-10', done: false };
    for (const [desk, action] of [
      [leaver, plan],
      [boss, { position: 3, done: true }],
    ] as const)
      assert.equal((await desk.patch(`/desk/entries/${id}`, { actions: [action] })).statusCode, 200);
    for (const userId of [leaver.userId, boss.userId])
      assert.equal((await boss.post(`/desk/entries/${id}/owner`, { userId })).statusCode, 200);
    const invitedId = (
      await ok<{ id: number }>(
        boss.post('/desk/users', {
          email: `${canary}@example.org`,
          name,
          grants: [administrator],
        }),
      )
    ).id;
    await execute(database, `update users set name = 'Invitée' where id = ${invitedId}`);
    for (const userId of [leaver.userId, shared.userId, invitedId])
      assert.equal((await boss.patch(`/desk/users/${userId}`, { disabled: true })).statusCode, 200);
    await endsAfter(365, 'user', 3);
    await run({ user: 3 });
    const shown = (await (await signIn(service)).get(`/desk/entries/${id}`)).body;
    const everything = JSON.stringify([
      JSON.parse(shown),
      await rows(database, `select author, detail from history where entry_id = ${id}`),
      await rows(database, `select author from actions where entry_id = ${id}`),
      await rows(database, `select comment_by from entries where id = ${id}`),
      await rows(database, 'select author, address, detail from audit'),
      await rows(database, 'select email, name from users'),
    ]);
    assert.doesNotMatch(everything, new RegExp(`${name}|${leaver.email}|${canary}@`));
    assert.match(shown, new RegExp(`"commentBy":"Utilisateur ${leaver.userId}"`));
    for (const userId of [leaver.userId, shared.userId])
      assert.match(shown, new RegExp(`"author":"Utilisateur ${userId}"`));
    assert.match(shown, new RegExp(`"author":{"from":"Utilisateur ${leaver.userId}","to":`));
    assert.match(shown, new RegExp(`"owner":{"from":null,"to":"Utilisateur ${leaver.userId}"}`));
    assert.match(everything, new RegExp(`"author":"user-${leaver.userId}@erased.invalid","address":null`));
    assert.match(shown, /"author":"Deux Fois"/, 'the other user of that name keeps it');
    service.clock.now = start;
    await assert.rejects(openDesk(service, leaver.email, leaver.userId));
  });
});
