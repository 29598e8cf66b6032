// Reminders to officers of requests about personal data, and to administrators of tokens that end.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../test/fixtures/desk.ts';
import { closing, newRequest, openOfficer } from '../../test/fixtures/privacy.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { isReminderDue, writeReminders } from './privacy-reminders.ts';
import { isTokenReminderDue, writeTokenReminders } from './token-reminders.ts';
import { noticeSender } from './worker.ts';

const publicUrl = 'https://accueil.example.org';

onSqlite('reminders', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  beforeEach(async () => {
    service.clock.now = new Date('2026-03-04T09:00:00.000Z');
    for (const table of ['notices', 'tokens', 'privacy_request_steps', 'privacy_requests'])
      await execute(service.database, `delete from ${table}`);
    await execute(service.database, `update users set mail = 'none'`);
  });
  after(() => service.close());

  /** The mails that the worker writes on a day. */
  async function remind(about: 'requests' | 'tokens', day: string, time = '07:00') {
    const { database } = service;
    const now = new Date(`${day}T${time}:00.000Z`);
    const before = (await rows(database, 'select id from notices')).length;
    if (
      about === 'requests'
        ? await isReminderDue(database.read, now)
        : await isTokenReminderDue(database.read, now)
    )
      await database.write(about === 'requests' ? writeReminders : writeTokenReminders, { publicUrl }, now);
    const mails = await rows<{ name: string; subject: string; body: string }>(
      database,
      'select name, subject, body from notices join users on users.id = user_id order by notices.id',
    );
    return mails.slice(before);
  }
  async function silent(...grants: Parameters<typeof signIn>[1][]): Promise<void> {
    for (const granted of grants) {
      const desk = await signIn(service, granted, 'Silent');
      await ok(desk.put('/desk/session/mail', { mail: 'none' }));
    }
  }
  const add = async (officer: Desk, receivedOn: string) =>
    (await ok<{ id: number }>(officer.post('/desk/privacy/requests', { ...newRequest, receivedOn }))).id;

  it('officers are reminded ten and three days before, once each, without names', async () => {
    const officer = await openOfficer(service);
    await signIn(service, [administrator], 'Ada');
    await silent([{ role: 'privacy', establishmentId: null }]);
    await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    assert.equal((await officer.get('/desk/session/mail')).json().mail, 'at-once');
    // Due on 14 and 20 March, and on 4 April.
    const [first, second] = [await add(officer, '2026-02-14'), await add(officer, '2026-02-20')];
    await add(officer, '2026-03-04');
    assert.deepEqual(await remind('requests', '2026-03-03'), []);
    assert.deepEqual(await remind('requests', '2026-03-04', '06:00'), []);
    const early = await remind('requests', '2026-03-04');
    assert.deepEqual(early.map(({ name }) => name).sort(), ['Ada', 'Odile Marchand']);
    const [mail] = early;
    assert.equal(mail?.subject, 'Une demande d’exercice de droits est à répondre avant le 14/03/2026');
    assert.ok(mail?.body.includes(`${publicUrl}/#/privacy/requests/${first}`), mail?.body);
    assert.doesNotMatch(JSON.stringify(early), /Claire|Durand|claire/);
    assert.deepEqual(await remind('requests', '2026-03-04', '09:00'), []);
    // The second one begins, the first one has been reminded of; then the first one again.
    for (const [day, reminded, other] of [
      ['2026-03-10', second, first],
      ['2026-03-11', first, second],
    ] as const)
      assert.deepEqual(
        (await remind('requests', day)).map(({ body }) =>
          [reminded, other].map((id) => body.includes(`requests/${id}`)),
        ),
        [
          [true, false],
          [true, false],
        ],
      );
    assert.deepEqual(await remind('requests', '2026-03-12'), []);
    await ok(officer.patch(`/desk/privacy/requests/${second}`, { identityKind: 'called-back' }));
    const refused = { ...closing, decision: 'refused', ground: 'Litige en cours' };
    await ok(officer.patch(`/desk/privacy/requests/${second}`, refused));
    assert.deepEqual(await remind('requests', '2026-03-17'), []);
  });

  it('reminders begin anew with an extension, and come once for what is noted late', async () => {
    const officer = await openOfficer(service);
    const id = await add(officer, '2026-02-05');
    assert.equal((await remind('requests', '2026-03-04')).length, 1);
    assert.deepEqual(await remind('requests', '2026-03-04'), []);
    await ok(officer.patch(`/desk/privacy/requests/${id}`, { extensionReason: 'Complexe' }));
    // Due on 5 May.
    assert.deepEqual(await remind('requests', '2026-03-05'), []);
    assert.equal((await remind('requests', '2026-04-25')).length, 1);
  });

  it('administrators are reminded of tokens 30 and 7 days before, once each', async () => {
    const { clock } = service;
    const desk = await signIn(service, [administrator], 'Ada');
    await silent([administrator]);
    const director = await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Officer');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    const addToken = async (until: string | null, label: string | null = null, by = desk) =>
      (await ok<{ id: number }>(by.post(`/desk/partners/${id}/tokens`, { until, label }))).id;
    await addToken('2026-05-31', 'Production');
    const revoked = await addToken('2026-05-31');
    await addToken(null);
    await ok(desk.delete(`/desk/tokens/${revoked}`));
    const today = async (of: Desk) =>
      (await ok<{ tokensEnding: unknown }>(of.get('/desk/today'))).tokensEnding;
    assert.deepEqual([await today(desk), await today(director)], [[], null]);

    assert.deepEqual(await remind('tokens', '2026-04-30'), []);
    assert.deepEqual(await remind('tokens', '2026-05-01', '05:00'), []);
    const [early, ...others] = await remind('tokens', '2026-05-01');
    assert.deepEqual([early?.name, others], ['Ada', []]);
    assert.equal(early?.subject, 'Le jeton du partenaire oriente prend fin le 31/05/2026');
    assert.match(early?.body ?? '', /oriente \(Production\), valable jusqu’au 31\/05\/2026 inclus/);
    assert.ok(early?.body.includes(`${publicUrl}/#/integrations/partners`));
    assert.deepEqual(await remind('tokens', '2026-05-23'), []);
    assert.equal((await remind('tokens', '2026-05-24')).length, 1);
    assert.deepEqual(await remind('tokens', '2026-05-25'), []);
    // One that is added late is reminded of once.
    clock.now = new Date('2026-05-28T07:00:00.000Z');
    const later = await signIn(service, [administrator], 'Later');
    await ok(later.put('/desk/session/mail', { mail: 'none' }));
    await addToken('2026-06-02', null, later);
    assert.deepEqual(
      (await remind('tokens', '2026-05-28')).map(({ subject }) => subject),
      ['Le jeton du partenaire oriente prend fin le 02/06/2026'],
    );
    for (const day of ['2026-05-29', '2026-06-01']) assert.deepEqual(await remind('tokens', day), []);
    assert.deepEqual(await today(later), [
      { partner: 'oriente', until: '2026-05-31' },
      { partner: 'oriente', until: '2026-06-02' },
    ]);
  });

  it('a token that had ended before its reminder is not told of', async () => {
    const desk = await signIn(service, [administrator], 'Ada');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'fini' }));
    await ok(desk.post(`/desk/partners/${id}/tokens`, { until: '2026-03-10', label: null }));
    service.clock.now = new Date('2026-03-11T07:00:00.000Z');
    assert.deepEqual(await remind('tokens', '2026-03-11'), []);
    const later = await signIn(service, [administrator], 'Later');
    assert.deepEqual((await ok<{ tokensEnding: unknown }>(later.get('/desk/today'))).tokensEnding, []);
  });

  it('a restarted worker does not remind again', async () => {
    const { database, clock } = service;
    const desk = await signIn(service, [administrator], 'Ada');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'autre' }));
    await ok(desk.post(`/desk/partners/${id}/tokens`, { until: '2026-03-20', label: null }));
    clock.now = new Date('2026-03-05T07:00:00.000Z');
    for (const _ of [1, 2]) {
      const sender = noticeSender({
        database,
        publicUrl,
        clock: () => clock.now,
        send: () => assert.fail('nothing is sent'),
        decrypt: String,
      });
      await sender.prepare?.(new AbortController().signal);
      const found = await rows(
        database,
        "select id from notices where subject like 'Le jeton du partenaire%'",
      );
      assert.equal(found.length, 1);
    }
  });
});
