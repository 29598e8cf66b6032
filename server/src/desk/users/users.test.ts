import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { administrator, deskPassword, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';
import { listUsers } from '../../access/users.ts';

const reader = { role: 'reader', establishmentId: 3 } as const;

onSqlite('users at the desk', (engine) => {
  it('are invited, choose a password once, and can be invited again', async () => {
    const service = await startService(engine, { PUBLIC_URL: 'https://accueil.example.org' });
    const desk = await signIn(service);
    const { origin = '' } = desk.headers;
    const email = 'Ines.Moreau@example.org';
    const { id, invitation } = (
      await desk.post('/desk/users', { email, name: 'Inès Moreau', grants: [reader] })
    ).json();
    assert.equal(invitation.url, `https://accueil.example.org/#/invitation/${invitation.token}`);
    assert.equal(invitation.until, '2026-03-11T09:00:00.000Z');
    assert.deepEqual(await lastAct(service, desk), [
      `added user ${id}`,
      { email: 'ines.moreau@example.org', grants: [reader] },
    ]);
    const find = async () =>
      (await desk.get('/desk/users')).json().data.find((user: { id: number }) => user.id === id);
    assert.deepEqual(await find(), {
      id,
      email: 'ines.moreau@example.org',
      name: 'Inès Moreau',
      grants: [reader],
      state: 'invited',
      createdAt: service.clock.now.toISOString(),
      mail: 'none',
      totp: false,
      lastSignInAt: null,
      away: null,
    });
    assert.equal(invitation.mailed, false);
    const shown = (token: string) => service.post('/desk/invitation/check', { token }, { origin });
    assert.deepEqual((await shown(invitation.token)).json(), {
      email: 'ines.moreau@example.org',
      name: 'Inès Moreau',
      isFirst: true,
    });

    const choose = (token: string) =>
      service.post('/desk/invitation', { token, password: deskPassword }, { origin });
    const again = (await desk.post(`/desk/users/${id}/invitation`)).json();
    assert.deepEqual(await lastAct(service, desk), [`changed user ${id}`, { changed: ['invitation'] }]);
    for (const use of [shown, choose]) assertFailure(await use(invitation.token), 401, 'UNAUTHORIZED');
    assert.deepEqual((await choose(again.token)).json(), { email: 'ines.moreau@example.org' });
    for (const use of [shown, choose]) assertFailure(await use(again.token), 401, 'UNAUTHORIZED');
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
    assertFailure(await choose(late.token), 401, 'UNAUTHORIZED');
    await service.close();
  });

  it('have other rights from their next request on', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const other = await signIn(service, [reader]);
    const change = (body: unknown) => desk.patch(`/desk/users/${other.userId}`, body);
    assertFailure(await other.get('/desk/users'), 403, 'FORBIDDEN');
    const changed = (await change({ grants: [administrator], name: 'Hélène Roux' })).json();
    assert.deepEqual([changed.name, changed.grants], ['Hélène Roux', [administrator]]);
    assert.deepEqual(await lastAct(service, desk), [
      `changed user ${other.userId}`,
      { changed: ['grants', 'name'], grants: [administrator] },
    ]);
    assert.equal((await other.get('/desk/users')).statusCode, 200);
    await change({ grants: [reader, { role: 'commercial', establishmentId: 5 }] });
    assertFailure(await other.get('/desk/users'), 403, 'FORBIDDEN');
    const { grants } = (await other.get('/desk/session')).json().user;
    assert.deepEqual(
      grants.map(({ rights: _, ...grant }: { rights: unknown }) => grant),
      [reader, { role: 'commercial', establishmentId: 5 }],
    );
    assert.ok(!grants[0].rights.includes('entries.change') && grants[1].rights.includes('entries.change'));
    await service.close();
  });

  it('are signed out everywhere once disabled, and can’t come back before they are enabled', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const other = await signIn(service);
    const second = await openDesk(service, other.email, other.userId);
    const change = (disabled: boolean) => desk.patch(`/desk/users/${other.userId}`, { disabled });
    const { token } = (await desk.post(`/desk/users/${other.userId}/invitation`)).json();
    assert.equal((await change(false)).json().state, 'active');
    assert.equal((await change(true)).json().state, 'disabled');
    for (const one of [other, second]) assertFailure(await one.get('/desk/session'), 401, 'UNAUTHORIZED');
    const signInAgain = () =>
      service.post('/desk/session', { email: other.email, password: deskPassword }, desk.headers);
    assertFailure(await signInAgain(), 401, 'UNAUTHORIZED');
    assertFailure(
      await desk.post(`/desk/users/${other.userId}/invitation`),
      400,
      'INVALID',
      /^This user is disabled/,
    );
    assert.equal((await change(false)).json().state, 'active');
    assert.equal((await signInAgain()).statusCode, 200);
    for (const one of [other, second]) assertFailure(await one.get('/desk/session'), 401, 'UNAUTHORIZED');
    const invitation = await service.post(
      '/desk/invitation',
      { token, password: deskPassword },
      desk.headers,
    );
    assertFailure(invitation, 401, 'UNAUTHORIZED');
    await service.close();
  });

  it('get another e-mail address, which ends their sessions and voids a link sent to the old one', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const other = await signIn(service, [reader]);
    const { token } = (await desk.post(`/desk/users/${other.userId}/invitation`)).json();
    const change = (email: string) => desk.patch(`/desk/users/${other.userId}`, { email });
    assertFailure(await change(desk.email), 400, 'INVALID', /is already there/);
    assert.equal((await other.get('/desk/session')).statusCode, 200);
    assert.equal((await change('Rose.Petit@Example.org')).json().email, 'rose.petit@example.org');
    assert.deepEqual(await lastAct(service, desk), [
      `changed user ${other.userId}`,
      { changed: ['email'], email: 'rose.petit@example.org' },
    ]);
    assertFailure(await other.get('/desk/session'), 401, 'UNAUTHORIZED');
    assertFailure(
      await service.post('/desk/invitation', { token, password: deskPassword }, desk.headers),
      401,
      'UNAUTHORIZED',
    );
    const again = await openDesk(service, 'rose.petit@example.org', other.userId);
    // The same address again changes nothing.
    assert.equal((await change('rose.petit@example.org')).statusCode, 200);
    assert.equal((await again.get('/desk/session')).statusCode, 200);
    await service.close();
  });

  it('are away on days that an administrator notes, or they themselves', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
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
    await service.close();
  });

  it('keep their invitation when they are enabled already', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const { id, invitation } = (
      await desk.post('/desk/users', { email: 'x@example.org', name: 'X', grants: [reader] })
    ).json();
    assert.equal((await desk.patch(`/desk/users/${id}`, { disabled: false })).json().state, 'invited');
    const chosen = { token: invitation.token, password: deskPassword };
    assert.equal((await service.post('/desk/invitation', chosen, desk.headers)).statusCode, 200);
    await service.close();
  });

  it('include an administrator at any moment', async () => {
    const service = await startService(engine);
    const last = await signIn(service);
    const stops = [{ disabled: true }, { grants: [reader] }];
    for (const stop of stops) {
      const answer = await last.patch(`/desk/users/${last.userId}`, stop);
      assertFailure(answer, 400, 'INVALID', /^This is the last administrator/);
    }
    assert.equal((await last.get('/desk/users')).statusCode, 200);
    await service.close();
  });

  it('include one even when the last two take the right from each other at once', async () => {
    for (const stop of [{ disabled: true }, { grants: [reader] }]) {
      const service = await startService(engine);
      const [one, other] = [await signIn(service), await signIn(service)];
      await Promise.all([
        one.patch(`/desk/users/${other.userId}`, stop),
        other.patch(`/desk/users/${one.userId}`, stop),
      ]);
      const users = await listUsers(service.database.read);
      const left = users.filter(
        ({ state, grants }) => state === 'active' && grants.some(({ role }) => role === 'administrator'),
      );
      assert.equal(left.length, 1);
      await service.close();
    }
  });

  it('are refused what can’t be', async () => {
    const service = await startService(engine);
    const desk = await signIn(service);
    const user = { email: 'new@example.org', name: 'Nouveau', grants: [reader] };
    for (const [change, expected] of [
      [{ email: desk.email.toUpperCase() }, /is already there$/],
      [{ email: 'nobody' }, /^email: expected one e-mail address/],
      [{ name: '' }, /^name: expected a string/],
      [{ grants: [] }, /^grants: expected at least 1/],
      ...(['administrator', 'call-centre', 'marketing', 'privacy'] as const).map(
        (role) => [{ grants: [{ role, establishmentId: 3 }] }, /^The role .* is for all residences/] as const,
      ),
      [{ grants: [{ ...reader, establishmentId: 2 }] }, /^There is no residence 2/],
      [{ grants: [{ ...reader, establishmentId: 1e15 }] }, /^grants\[0\].establishmentId: /],
      [{ grants: [{ ...reader, role: 'root' }] }, /^grants\[0\].role: expected one of administrator/],
      [{ password: deskPassword }, /^password: no field/],
    ] as const) {
      assertFailure(await desk.post('/desk/users', { ...user, ...change }), 400, 'INVALID', expected);
    }
    assertFailure(await desk.patch('/desk/users/99', { name: 'x' }), 404, 'NOTFOUND', /no user 99/);
    assertFailure(await desk.post('/desk/users/99/invitation'), 404, 'NOTFOUND');
    assertFailure(await desk.patch(`/desk/users/${desk.userId}`, {}), 400, 'INVALID', /some field/);
    // The refused changes left nothing behind.
    assert.equal((await desk.get('/desk/users')).json().data.length, 1);
    await service.close();
  });
});
