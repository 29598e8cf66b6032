import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deskPassword, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

onSqlite('a session of the desk', (engine) => {
  const publicUrl = 'https://accueil.example.org';
  let service: TestService;
  before(async () => {
    service = await startService(engine, { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1/32' });
  });
  after(() => service.close());

  const attempt = (email: string, password: string, from = '192.0.2.1') =>
    service.post('/desk/session', { email, password }, { origin: publicUrl, 'x-forwarded-for': from });

  it('a session begins with a password, and ends when the user signs out', async () => {
    const desk = await signIn(service, [{ role: 'commercial', establishmentId: 5 }], 'Inès Moreau');
    const { user } = (await desk.get('/desk/session')).json();
    assert.partialDeepStrictEqual(user, { id: desk.userId, email: desk.email, name: 'Inès Moreau' });
    const [{ rights, ...grant }] = user.grants;
    assert.deepEqual(grant, { role: 'commercial', establishmentId: 5 });
    assert.deepEqual(user.rights, rights);
    assert.ok(rights.includes('entries.change') && !rights.includes('users'));
    assert.deepEqual((await desk.delete('/desk/session')).json(), { done: true });
    assertFailure(await desk.get('/desk/session'), 401, 'UNAUTHORIZED', /^Cookie:/);
  });

  it('nothing is changed without the CSRF token, or for a page of another site', async () => {
    const desk = await signIn(service);
    const { 'x-csrf-token': token = '', origin = '', ...session } = desk.headers;
    const signOut = (headers: Record<string, string>) =>
      service.app.inject({ method: 'DELETE', url: '/desk/session', headers: { ...session, ...headers } });
    const other = { 'x-csrf-token': token.toUpperCase() };
    for (const csrf of [{}, other]) {
      assertFailure(await signOut({ origin, ...csrf }), 403, 'FORBIDDEN', /^X-CSRF-Token:/);
    }
    for (const foreign of [
      {},
      { origin: 'https://elsewhere.example.org' },
      { origin: 'null' },
      { origin, 'sec-fetch-site': 'cross-site' },
      { origin, 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await signOut({ 'x-csrf-token': token, ...foreign });
      assertFailure(answer, 403, 'FORBIDDEN', /^Origin:/);
    }
    assert.equal((await desk.get('/desk/session')).statusCode, 200);
    assert.equal((await signOut({ 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' })).statusCode, 200);
  });

  it('the cookie is read by no script and sent by no other site', async () => {
    const { email } = await signIn(service);
    const answer = await attempt(email, deskPassword);
    assert.match(
      String(answer.headers['set-cookie']),
      /^__Host-accueil=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('wrong passwords: longer and longer waits, from that address alone', async () => {
    const { email } = await signIn(service);
    for (let i = 0; i < 5; i++) assertFailure(await attempt(email, 'wrong'), 401, 'UNAUTHORIZED');
    const refused = await attempt(email, deskPassword);
    assertFailure(refused, 429, 'RATELIMIT');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await attempt(email, deskPassword, '192.0.2.2')).statusCode, 200);
    service.clock.now = new Date(service.clock.now.getTime() + 1_000);
    assertFailure(await attempt(email, 'wrong'), 401, 'UNAUTHORIZED');
    assert.equal((await attempt(email, deskPassword)).headers['retry-after'], '2');
    service.clock.now = new Date(service.clock.now.getTime() + 2_000);
    assert.equal((await attempt(email, deskPassword)).statusCode, 200);
  });

  it('an unknown user is answered as a wrong password is', async () => {
    const { email } = await signIn(service);
    const wrong = await attempt(email, 'wrong');
    const unknown = await attempt('nobody@example.org', 'wrong');
    assert.equal(unknown.body, wrong.body);
    assertFailure(unknown, 401, 'UNAUTHORIZED');
  });

  it('a new password ends all sessions but the one it was changed in', async () => {
    const desk = await signIn(service);
    const elsewhere = await openDesk(service, desk.email, desk.userId);
    const change = (current: string, next: string) => desk.put('/desk/session/password', { current, next });
    assertFailure(await change('wrong', 'une autre phrase bien longue'), 400, 'INVALID', /^current:/);
    assertFailure(await change(deskPassword, 'trop court'), 400, 'INVALID', /^next: .*12 characters/);
    // Only the beginning of a long password is judged: all of it would take seconds.
    const long = `${'azertyuiop'.repeat(4)}Xk9-vQ2-mZ7-wP4-rT8`;
    for (const guessed of ['motdepasse123', '123456789012', desk.email, 'aaaaaaaaaaaaaaaa', long])
      assertFailure(await change(deskPassword, guessed), 400, 'INVALID', /^next: .*guessed/);
    assert.equal((await change(deskPassword, 'une autre phrase bien longue')).statusCode, 200);
    assert.equal((await desk.get('/desk/session')).statusCode, 200);
    assertFailure(await elsewhere.get('/desk/session'), 401, 'UNAUTHORIZED');
  });

  it('a session ends after 30 minutes without a request, and after 12 hours', async () => {
    const desk = await signIn(service);
    const begun = service.clock.now.getTime();
    const at = async (minutes: number) => {
      service.clock.now = new Date(begun + minutes * 60_000);
      return (await desk.get('/desk/session')).statusCode;
    };
    for (let minutes = 29; minutes < 12 * 60; minutes += 29) assert.equal(await at(minutes), 200);
    assert.equal(await at(12 * 60), 401);
    const idle = await signIn(service);
    service.clock.now = new Date(service.clock.now.getTime() + 30 * 60_000);
    assertFailure(await idle.get('/desk/session'), 401, 'UNAUTHORIZED');
  });

  it('a clock that is set back makes nobody wait longer', async () => {
    const { email } = await signIn(service);
    for (let i = 0; i < 5; i++) assertFailure(await attempt(email, 'wrong'), 401, 'UNAUTHORIZED');
    const backMs = -6 * 60 * 60_000;
    service.clock.setForwardMs = backMs;
    service.clock.now = new Date(service.clock.now.getTime() + backMs);
    assert.equal((await attempt(email, deskPassword)).headers['retry-after'], '1');
    service.clock.now = new Date(service.clock.now.getTime() + 1_000);
    assert.equal((await attempt(email, deskPassword)).statusCode, 200);
  });
});
