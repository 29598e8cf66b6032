import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { auditActions, auditSubjects } from '../../../src/access/audit.ts';
import { auditActionNames, auditSubjectNames } from '../../../src/french/acts.ts';
import { ok } from '../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { assertFrench } from '../../../test/fixtures/french-page.ts';
import { closing, newRequest, openOfficer } from '../../../test/fixtures/privacy.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';

/** Opens a request of this user, whose identity is checked. Returns its path. */
async function openFor(officer: Desk, userId: number, kind: 'access' | 'erasure'): Promise<string> {
  const asked = { ...newRequest, kind, person: 'Hugo Lenoir, au bureau' };
  const { id } = await ok<{ id: number }>(officer.post('/desk/privacy/requests', asked));
  const path = `/desk/privacy/requests/${id}`;
  await ok(officer.post(`${path}/user`, { userId }));
  await ok(officer.patch(path, { identityKind: 'in-person' }));
  return path;
}

onOneEngine('a member of staff who asks', (engine) => {
  let service: TestService;
  let admin: Desk;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    admin = await signIn(service, [administrator]);
    officer = await openOfficer(service);
  });
  after(() => service.close());

  it('a member of staff receives their account, and becomes a number once disabled', async () => {
    const hugo = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Hugo Lenoir');
    const user = { id: hugo.userId, email: hugo.email };
    const entryId = await send(service, 'owned', { firstNameClient: 'Simone' });
    const { version } = (await hugo.get(`/desk/entries/${entryId}`)).json();
    await ok(hugo.patch(`/desk/entries/${entryId}`, { version, comment: 'Rappeler demain' }));
    await ok(admin.post('/desk/privacy/find', { lastName: 'Lenoir' }));

    const access = await openFor(officer, user.id, 'access');
    const archive = await officer.get(`${access}/export.zip`);
    const files = Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(archive.rawPayload))).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    );
    const account = JSON.parse(files['compte.json'] ?? '{}');
    assert.deepEqual(
      [account.user.name, account.user.email, account.roles.map((one: { role: string }) => one.role)],
      ['Hugo Lenoir', user.email, ['commercial']],
    );
    assert.deepEqual(account.entries.changed, [entryId]);
    assert.equal(account.sessions.length, 1);
    const acts = account.acts.map(({ action, subject, subjectId }: Record<string, unknown>) =>
      [action, subject, subjectId].join(' '),
    );
    assert.ok(acts.includes(`changed entry ${entryId}`), acts.join());
    assertFrench((files['compte.html'] ?? '').replace(user.email, ''));
    assert.match(files['compte.html'] ?? '', /Hugo Lenoir[\s\S]*Modification/);
    assert.doesNotMatch(JSON.stringify(files), /Simone|Rappeler demain/);
    await ok(officer.patch(access, closing));
    const granted = (await officer.get(access)).json();
    assert.deepEqual(
      [granted.decision, granted.user],
      ['granted', { id: user.id, name: 'Hugo Lenoir', active: true, erased: false }],
    );

    const erasure = await openFor(officer, user.id, 'erasure');
    const erase = () => officer.post(`${erasure}/user/erasure`, { word: 'EFFACER' });
    assertFailure(await erase(), 409, 'CONFLICT', /^user:.*disabled first/);
    await ok(admin.patch(`/desk/users/${user.id}`, { disabled: true }));
    await ok(erase());
    await ok(erase());
    const detail = (await officer.get(erasure)).json();
    assert.deepEqual(detail.user, {
      id: user.id,
      name: `Utilisateur ${user.id}`,
      active: false,
      erased: true,
    });
    const erased = detail.steps.filter(({ step }: { step: string }) => step === 'user-erased');
    assert.equal(erased.length, 1);
    assert.deepEqual(detail.possibleDecisions, ['granted', 'partial', 'refused']);
    for (const table of ['users', 'audit', 'sessions', 'history', 'actions'])
      assert.doesNotMatch(
        JSON.stringify(await rows(service.database, `select * from ${table}`)),
        /Lenoir|hugo/i,
        table,
      );
    assert.equal((await officer.patch(erasure, closing)).statusCode, 200);
  });

  it('staff are erased for a request for erasure alone, whose identity is checked', async () => {
    const { userId } = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Anne Lenoir');
    await ok(admin.patch(`/desk/users/${userId}`, { disabled: true }));
    const { id } = await ok<{ id: number }>(officer.post('/desk/privacy/requests', newRequest));
    const path = `/desk/privacy/requests/${id}`;
    const erase = (of: string) => officer.post(`${of}/user/erasure`, { word: 'EFFACER' });
    assertFailure(await erase(path), 409, 'CONFLICT', /^identityKind:/);
    await ok(officer.patch(path, { identityKind: 'in-person' }));
    assertFailure(await erase(path), 409, 'CONFLICT', /^user:/);
    assertFailure(await officer.post(`${path}/user`, { userId: 999_999 }), 404, 'NOTFOUND');
    assertFailure(await erase(await openFor(officer, userId, 'access')), 409, 'CONFLICT', /^kind:/);
    const names = await rows(service.database, `select name from users where id = ${userId}`);
    assert.deepEqual(names, [{ name: 'Anne Lenoir' }]);
  });
});

it('acts of the audit trail have French names in the export', () => {
  assert.deepEqual(Object.keys(auditActionNames), [...auditActions]);
  assert.deepEqual(Object.keys(auditSubjectNames), [...auditSubjects]);
});
