// The morning mail's deadlines: requests of persons for officers, tokens that end for administrators.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../test/fixtures/desk.ts';
import { closing, newRequest, openOfficer } from '../../test/fixtures/privacy.ts';
import { execute, rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { digestDay, writeDigests } from './digest.ts';

const publicUrl = 'https://accueil.example.org';

onSqlite('deadlines in the morning mail', (engine) => {
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

  /** The mails that are written in the morning of a day. */
  async function morning(date: string) {
    const { database } = service;
    const now = new Date(`${date}T07:00:00.000Z`);
    const day = digestDay(now);
    await execute(database, 'delete from notices');
    if (day !== undefined) await database.write(writeDigests, { publicUrl, day, waiting: [] }, now);
    return rows<{ name: string; subject: string; body: string }>(
      database,
      'select name, subject, body from notices join users on users.id = user_id order by notices.id',
    );
  }
  async function silent(...grants: Parameters<typeof signIn>[1][]): Promise<void> {
    for (const granted of grants) {
      const desk = await signIn(service, granted, 'Silent');
      await ok(desk.put('/desk/session/mail', { mail: 'none' }));
    }
  }
  const add = async (officer: Desk, receivedOn: string) =>
    (await ok<{ id: number }>(officer.post('/desk/privacy/requests', { ...newRequest, receivedOn }))).id;

  it('officers read of requests from ten days before until they are closed, without names', async () => {
    const officer = await openOfficer(service);
    await signIn(service, [administrator], 'Ada');
    await silent([{ role: 'privacy', establishmentId: null }]);
    await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    assert.equal((await officer.get('/desk/session/mail')).json().mail, 'at-once');
    // Due on 14 March and on 4 April.
    const id = await add(officer, '2026-02-14');
    await add(officer, '2026-03-04');
    assert.deepEqual(await morning('2026-03-03'), []);
    const mails = await morning('2026-03-04');
    assert.deepEqual(mails.map(({ name }) => name).sort(), ['Ada', 'Odile Marchand']);
    assert.equal(mails[0]?.subject, 'Point du matin du 04/03\u00A0: 1 demande de droits à répondre');
    assert.match(
      mails[0]?.body ?? '',
      new RegExp(`- n°\u00A0${id}, 14/03/2026.*/#/privacy/requests/${id}\n`),
    );
    assert.doesNotMatch(JSON.stringify(mails), /Claire|Durand|claire/);
    assert.equal((await morning('2026-03-16')).length, 2, 'it is late');
    await ok(officer.patch(`/desk/privacy/requests/${id}`, { extensionReason: 'Complexe' }));
    assert.deepEqual(await morning('2026-03-17'), []);
    await ok(officer.patch(`/desk/privacy/requests/${id}`, { identityKind: 'called-back' }));
    const refused = { ...closing, decision: 'refused', ground: 'Litige en cours' };
    await ok(officer.patch(`/desk/privacy/requests/${id}`, refused));
    const [later] = await morning('2026-05-11');
    assert.match(later?.body ?? '', /04\/04\/2026/);
    assert.doesNotMatch(later?.body ?? '', new RegExp(`requests/${id}\\n`), 'it is closed');
  });

  it('administrators read of tokens in their last seven days', async () => {
    const desk = await signIn(service, [administrator], 'Ada');
    await silent([administrator]);
    const director = await signIn(service, [{ role: 'direction', establishmentId: null }], 'Director');
    await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Officer');
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    const addToken = async (until: string | null, label: string | null = null) =>
      (await ok<{ id: number }>(desk.post(`/desk/partners/${id}/tokens`, { until, label }))).id;
    await addToken('2026-03-20', 'Production');
    await ok(desk.delete(`/desk/tokens/${await addToken('2026-03-20')}`));
    await addToken(null);
    const today = async (of: Desk) =>
      (await ok<{ tokensEnding: unknown }>(of.get('/desk/today'))).tokensEnding;
    assert.deepEqual(
      [await today(desk), await today(director)],
      [[{ partner: 'oriente', until: '2026-03-20' }], null],
    );
    assert.deepEqual(await morning('2026-03-12'), []);
    const [mail, ...others] = await morning('2026-03-13');
    assert.deepEqual([mail?.name, others], ['Ada', []]);
    assert.equal(mail?.subject, 'Point du matin du 13/03\u00A0: 1 jeton prend fin');
    assert.match(mail?.body ?? '', /- oriente \(Production\), valable jusqu’au 20\/03\/2026 inclus\n/);
    assert.ok(mail?.body.includes(`${publicUrl}/#/integrations/partners`));
    assert.equal((await morning('2026-03-20')).length, 1);
    assert.deepEqual(await morning('2026-03-23'), []);
  });
});
