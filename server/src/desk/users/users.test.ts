import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { administrator, type Desk, deskPassword, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const reader = { role: 'reader', establishmentId: 3 } as const;

onSqlite('users at the desk', (engine) => {
  const origin = 'https://accueil.example.org';
  let service: TestService;
  /** The only administrator but for those that a test adds. */
  let desk: Desk;
  before(async () => {
    service = await startService(engine, { PUBLIC_URL: origin });
    desk = await signIn(service);
  });
  after(() => service.close());

  /** The newest act of this user. */
  const audited = async (act: string, detail: object) =>
    assert.deepEqual(await lastAct(service, desk), [act, detail]);

  const invite = (token: string) =>
    service.post('/desk/invitation', { token, password: deskPassword }, { origin });

  it('the last administrator stays one', async () => {
    for (const stop of [{ disabled: true }, { grants: [reader] }]) {
      const answer = await desk.patch(`/desk/users/${desk.userId}`, stop);
      assertFailure(answer, 400, 'INVALID', /^This is the last administrator/);
    }
    assert.equal((await desk.get('/desk/users')).statusCode, 200);
  });

  it('changed rights hold from the next request on', async () => {
    const other = await signIn(service, [reader]);
    const change = (body: unknown) => desk.patch(`/desk/users/${other.userId}`, body);
    assertFailure(await other.get('/desk/users'), 403, 'FORBIDDEN');
    const changed = (await change({ grants: [administrator], name: 'Hélène Roux' })).json();
    assert.deepEqual([changed.name, changed.grants], ['Hélène Roux', [administrator]]);
    await audited(`changed user ${other.userId}`, { changed: ['grants', 'name'], grants: [administrator] });
    assert.equal((await other.get('/desk/users')).statusCode, 200);
    await change({ grants: [reader, { role: 'commercial', establishmentId: 5 }] });
    assertFailure(await other.get('/desk/users'), 403, 'FORBIDDEN');
    const { grants } = (await other.get('/desk/session')).json().user;
    assert.deepEqual(
      grants.map(({ rights: _, ...grant }: { rights: unknown }) => grant),
      [reader, { role: 'commercial', establishmentId: 5 }],
    );
    assert.ok(!grants[0].rights.includes('entries.change') && grants[1].rights.includes('entries.change'));
  });

  it('a disabled user is signed out everywhere until enabled', async () => {
    const other = await signIn(service);
    const second = await openDesk(service, other.email, other.userId);
    const change = (disabled: boolean) => desk.patch(`/desk/users/${other.userId}`, { disabled });
    const added = { email: 'x@example.org', name: 'X', grants: [reader] };
    const { id, invitation } = (await desk.post('/desk/users', added)).json();
    // Who is enabled already keeps the invitation.
    assert.equal((await desk.patch(`/desk/users/${id}`, { disabled: false })).json().state, 'invited');
    assert.equal((await invite(invitation.token)).statusCode, 200);
    const { token } = (await desk.post(`/desk/users/${other.userId}/invitation`)).json();
    assert.equal((await change(false)).json().state, 'active');
    assert.equal((await change(true)).json().state, 'disabled');
    for (const one of [other, second]) assertFailure(await one.get('/desk/session'), 401, 'UNAUTHORIZED');
    const signInAgain = () =>
      service.post('/desk/session', { email: other.email, password: deskPassword }, { origin });
    assertFailure(await signInAgain(), 401, 'UNAUTHORIZED');
    const invited = await desk.post(`/desk/users/${other.userId}/invitation`);
    assertFailure(invited, 400, 'INVALID', /^This user is disabled/);
    assert.equal((await change(false)).json().state, 'active');
    assert.equal((await signInAgain()).statusCode, 200);
    for (const one of [other, second]) assertFailure(await one.get('/desk/session'), 401, 'UNAUTHORIZED');
    assertFailure(await invite(token), 401, 'UNAUTHORIZED');
  });

  it('another e-mail address ends sessions and voids the link sent before', async () => {
    const other = await signIn(service, [reader]);
    const { token } = (await desk.post(`/desk/users/${other.userId}/invitation`)).json();
    const change = (email: string) => desk.patch(`/desk/users/${other.userId}`, { email });
    assertFailure(await change(desk.email), 400, 'INVALID', /is already there/);
    assert.equal((await other.get('/desk/session')).statusCode, 200);
    assert.equal((await change('Rose.Petit@Example.org')).json().email, 'rose.petit@example.org');
    await audited(`changed user ${other.userId}`, { changed: ['email'], email: 'rose.petit@example.org' });
    assertFailure(await other.get('/desk/session'), 401, 'UNAUTHORIZED');
    assertFailure(await invite(token), 401, 'UNAUTHORIZED');
    const again = await openDesk(service, 'rose.petit@example.org', other.userId);
    // The same address again changes nothing.
    assert.equal((await change('rose.petit@example.org')).statusCode, 200);
    assert.equal((await again.get('/desk/session')).statusCode, 200);
  });

  it('absences are noted by an administrator, or by the user', async () => {
    const other = await signIn(service, [reader]);
    const away = { from: '2026-03-09', until: '2026-03-13' };
    const noted = await desk.patch(`/desk/users/${other.userId}`, { away });
    assert.deepEqual(noted.json().away, away);
    assert.deepEqual((await other.get('/desk/session/away')).json(), { away });
    const longer = { from: '2026-03-09', until: '2026-03-20' };
    assert.deepEqual((await other.put('/desk/session/away', { away: longer })).json(), { away: longer });
    assert.deepEqual(await lastAct(service, other), [
      `changed user ${other.userId}`,
      { changed: ['away'], away: longer },
    ]);
    const backwards = { away: { from: '2026-03-09', until: '2026-03-08' } };
    for (const refused of [
      await other.put('/desk/session/away', backwards),
      await desk.patch(`/desk/users/${other.userId}`, backwards),
    ])
      assertFailure(refused, 400, 'INVALID', /^away\.until:/);
    assert.deepEqual((await other.put('/desk/session/away', { away: null })).json(), { away: null });
  });

  it('a user that can’t be is refused with the field', async () => {
    const user = { email: 'new@example.org', name: 'Nouveau', grants: [reader] };
    for (const [change, expected] of [
      [{ email: desk.email.toUpperCase() }, /is already there$/],
      [{ email: 'nobody' }, /^email: expected one e-mail address/],
      [{ grants: [] }, /^grants: expected at least 1/],
      ...(['administrator', 'call-centre', 'marketing', 'privacy'] as const).map(
        (role) => [{ grants: [{ role, establishmentId: 3 }] }, /^The role .* is for all residences/] as const,
      ),
      [{ grants: [{ ...reader, establishmentId: 2 }] }, /^There is no residence 2/],
      [{ grants: [{ ...reader, role: 'root' }] }, /^grants\[0\].role: expected one of administrator/],
      [{ password: deskPassword }, /^password: no field/],
    ] as const) {
      assertFailure(await desk.post('/desk/users', { ...user, ...change }), 400, 'INVALID', expected);
    }
    assertFailure(await desk.patch('/desk/users/999', { name: 'x' }), 404, 'NOTFOUND', /no user 999/);
    assertFailure(await desk.post('/desk/users/999/invitation'), 404, 'NOTFOUND');
    // The refused changes left nothing behind.
    assert.doesNotMatch((await desk.get('/desk/users')).body, /Nouveau/);
  });

  it('an invitation lasts a week, is good once and replaced by the next', async () => {
    const email = 'Ines.Moreau@example.org';
    const { id, invitation } = (
      await desk.post('/desk/users', { email, name: 'Inès Moreau', grants: [reader] })
    ).json();
    assert.equal(invitation.url, `https://accueil.example.org/#/invitation/${invitation.token}`);
    assert.equal(invitation.until, '2026-03-11T09:00:00.000Z');
    await audited(`added user ${id}`, { email: 'ines.moreau@example.org', grants: [reader] });
    const find = async () =>
      (await desk.get('/desk/users')).json().data.find((user: { id: number }) => user.id === id);
    assert.partialDeepStrictEqual(await find(), {
      ...{ email: 'ines.moreau@example.org', name: 'Inès Moreau', grants: [reader] },
      ...{ state: 'invited', totp: false, lastSignInAt: null, away: null },
    });
    assert.equal(invitation.mailed, false);
    const shown = (token: string) => service.post('/desk/invitation/check', { token }, { origin });
    assert.deepEqual((await shown(invitation.token)).json(), {
      email: 'ines.moreau@example.org',
      name: 'Inès Moreau',
      isFirst: true,
    });

    const again = (await desk.post(`/desk/users/${id}/invitation`)).json();
    await audited(`changed user ${id}`, { changed: ['invitation'] });
    for (const use of [shown, invite]) assertFailure(await use(invitation.token), 401, 'UNAUTHORIZED');
    assert.deepEqual((await invite(again.token)).json(), { email: 'ines.moreau@example.org' });
    for (const use of [shown, invite]) assertFailure(await use(again.token), 401, 'UNAUTHORIZED');
    assert.equal((await find()).state, 'active');
    assert.equal((await find()).lastSignInAt, null);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    const theirs = await openDesk(service, email, id);
    const signedInAt = service.clock.now.toISOString();
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    assert.equal((await theirs.get('/desk/session')).statusCode, 200);
    // Only signing in counts.
    assert.equal((await find()).lastSignInAt, signedInAt);

    const late = (await desk.post(`/desk/users/${id}/invitation`)).json();
    service.clock.now = new Date(late.until);
    assertFailure(await invite(late.token), 401, 'UNAUTHORIZED');
  });
});
