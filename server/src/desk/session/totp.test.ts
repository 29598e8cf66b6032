import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { TOTP, URI } from 'otpauth';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { type Desk, deskPassword, deskPasswordHash, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const path = '/desk/session/totp';
const halfMinuteMs = 30_000;

/** Switches it on as a user with an app does. Returns the app's code of that time, and the recovery codes. */
async function switchOn(service: TestService, desk: Desk) {
  const begun = await desk.post(path, { password: deskPassword });
  assert.equal(begun.statusCode, 200, begun.body);
  const app = URI.parse(begun.json<{ uri: string }>().uri);
  assert.ok(app instanceof TOTP);
  const shown = () => app.generate({ timestamp: service.clock.now.getTime() });
  const confirmed = await desk.put(path, { code: shown() });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  return { app, shown, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

/** Signs in with a password and perhaps a code. */
function attempt(service: TestService, email: string, code?: string, from = '192.0.2.1') {
  const body = { email, password: deskPassword, ...(code !== undefined && { code }) };
  return service.post('/desk/session', body, {
    origin: service.config.publicUrl,
    'x-forwarded-for': from,
  });
}

/** A new administrator, signed in, whose password takes `passes` to check: 2 for a password that a user chose. */
function signInSlowly(service: TestService, passes: number): Promise<Desk> {
  return signIn(service, undefined, undefined, deskPasswordHash({ memory: 19_456, passes }));
}

function later(service: TestService, ms: number): void {
  service.clock.now = new Date(service.clock.now.getTime() + ms);
}

onSqlite('two-step sign-in', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine, { TRUSTED_PROXIES: '127.0.0.1/32' });
  });
  // Wrong ones count for five minutes.
  beforeEach(() => later(service, 5 * 60_000));
  after(() => service.close());

  it('sign-in wants a code once the app has shown one, each code once', async () => {
    const desk = await signIn(service);
    const elsewhere = await openDesk(service, desk.email, desk.userId);
    assert.deepEqual((await desk.get(path)).json(), { since: null, recoveryCodesLeft: 0 });
    assertFailure(await desk.post(path, { password: 'wrong' }), 400, 'INVALID', /^password:/);
    const begun = (await desk.post(path, { password: deskPassword })).json();
    assert.match(begun.secret, /^[A-Z2-7]{32}$/);
    assert.match(begun.uri, /^otpauth:\/\/totp\/Accueil:user\d+%40example\.org\?/);
    // Not before it is confirmed.
    assertFailure(await desk.put(path, { code: '000000' }), 400, 'INVALID', /^code:/);
    assert.equal((await attempt(service, desk.email)).statusCode, 200);

    const { shown, recoveryCodes } = await switchOn(service, desk);
    assert.deepEqual(await lastAct(service, desk), [`changed user ${desk.userId}`, { changed: ['totp'] }]);
    assert.equal(new Set(recoveryCodes).size, 8);
    const since = service.clock.now.toISOString();
    assert.deepEqual((await desk.get(path)).json(), { since, recoveryCodesLeft: 8 });
    assertFailure(await elsewhere.get('/desk/session'), 401, 'UNAUTHORIZED');
    assertFailure(await desk.post(path, { password: deskPassword }), 400, 'INVALID', /is on already/);

    const wanted = await attempt(service, desk.email);
    assertFailure(wanted, 401, 'UNAUTHORIZED', /^code:/);
    assert.equal(wanted.headers['set-cookie'], undefined);
    // The code that confirmed it is used up, and so is one that was used to sign in.
    assert.equal((await attempt(service, desk.email, shown())).body, wanted.body);
    later(service, halfMinuteMs);
    assert.equal((await attempt(service, desk.email, shown())).statusCode, 200);
    assert.equal((await attempt(service, desk.email, shown())).body, wanted.body);
  });

  it('a code half a minute early or late is taken, none beyond', async () => {
    const desk = await signIn(service);
    const { app } = await switchOn(service, desk);
    const at = (steps: number) =>
      app.generate({ timestamp: service.clock.now.getTime() + steps * halfMinuteMs });
    later(service, 10 * halfMinuteMs);
    for (const steps of [-2, 2])
      assert.equal((await attempt(service, desk.email, at(steps))).statusCode, 401);
    const typed = at(-1).replace(/^.../, '$& ');
    assert.equal((await attempt(service, desk.email, typed)).statusCode, 200);
    assert.equal((await attempt(service, desk.email, at(1))).statusCode, 200);
    // One of before was seen over a shoulder.
    assert.equal((await attempt(service, desk.email, at(0))).statusCode, 401);
  });

  it('of two who show the same code at once one is let in', async () => {
    const desk = await signInSlowly(service, 2);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    later(service, halfMinuteMs);
    for (const code of [shown(), recoveryCodes[0] ?? '']) {
      const both = await Promise.all([1, 2].map(() => attempt(service, desk.email, code)));
      assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    }
  });

  it('recovery codes: each good once, until new ones replace them', async () => {
    const desk = await signIn(service);
    const other = await signIn(service);
    const renew = (typed = deskPassword) => desk.post(`${path}/recovery-codes`, { password: typed });
    assertFailure(await renew(), 400, 'INVALID', /is off/);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    const { recoveryCodes: theirs } = await switchOn(service, other);
    const [first = '', second = '', third = ''] = recoveryCodes;
    assert.match(first, /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/);
    // Another user's.
    assert.equal((await attempt(service, other.email, first)).statusCode, 401);
    for (const status of [200, 401])
      assert.equal((await attempt(service, desk.email, first)).statusCode, status);
    assertFailure(await renew('wrong'), 400, 'INVALID', /^password:/);
    assert.equal((await desk.get(path)).json().recoveryCodesLeft, 7);
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')}`;
    assert.equal((await attempt(service, desk.email, typed)).statusCode, 200);

    const renewed = await renew();
    assert.equal(renewed.statusCode, 200, renewed.body);
    const made: string[] = renewed.json().recoveryCodes;
    assert.equal(new Set([...made, ...recoveryCodes]).size, 16);
    const about = [`changed user ${desk.userId}`, { changed: ['recoveryCodes'] }];
    assert.deepEqual(await lastAct(service, desk), about);
    assert.equal((await desk.get(path)).json().recoveryCodesLeft, 8);
    assert.equal((await attempt(service, desk.email, third)).statusCode, 401);
    assert.equal((await attempt(service, desk.email, made[0])).statusCode, 200);
    // The app works as before, and no other user's codes have changed.
    later(service, halfMinuteMs);
    assert.equal((await attempt(service, desk.email, shown())).statusCode, 200);
    assert.equal((await attempt(service, other.email, theirs[0])).statusCode, 200);

    await desk.post(`${path}/off`, { password: deskPassword });
    assertFailure(await renew(), 400, 'INVALID', /is off/);
    assert.equal((await desk.get(path)).json().recoveryCodesLeft, 0);
  });

  it('no session without a code is left of a sign-in during the switch-on', async () => {
    const desk = await signInSlowly(service, 2);
    const { uri } = (await desk.post(path, { password: deskPassword })).json<{ uri: string }>();
    const app = URI.parse(uri);
    assert.ok(app instanceof TOTP);
    const code = app.generate({ timestamp: service.clock.now.getTime() });
    const [late, confirmed] = await Promise.all([attempt(service, desk.email), desk.put(path, { code })]);
    assert.equal(confirmed.statusCode, 200);
    const cookie = late.cookies.map(({ name, value }) => `${name}=${value}`).join();
    assertFailure(await service.get('/desk/session', { cookie }), 401, 'UNAUTHORIZED');
  });

  it('simultaneous guesses get no further than single ones', async () => {
    const desk = await signInSlowly(service, 2);
    const { shown } = await switchOn(service, desk);
    later(service, halfMinuteMs);
    const statuses = async (body: object) => {
      const { origin = '' } = desk.headers;
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => service.post('/desk/session', body, { origin })),
      );
      return answers.map(({ statusCode }) => statusCode).sort();
    };
    const refused = [...Array(5).fill(401), ...Array(7).fill(429)];
    assert.deepEqual(await statuses({ email: desk.email, password: 'wrong' }), refused);
    later(service, 1_000);
    // The right password alone starts over, and no number of codes gets further.
    assertFailure(await attempt(service, desk.email), 401, 'UNAUTHORIZED', /^code:/);
    const wrong = { email: desk.email, password: deskPassword, code: '000000' };
    for (let i = 0; i < 4; i++)
      assertFailure(await service.post('/desk/session', wrong, desk.headers), 401, 'UNAUTHORIZED');
    assert.deepEqual(await statuses(wrong), [401, ...Array(11).fill(429)]);
    later(service, 1_000);
    assert.equal((await attempt(service, desk.email, shown())).statusCode, 200);
  });

  it('two-step sign-in is told to nobody without the password', async () => {
    const desk = await signIn(service);
    const { shown } = await switchOn(service, desk);
    later(service, halfMinuteMs);
    const { origin = '' } = desk.headers;
    const wrong = { email: desk.email, password: 'wrong' };
    const answers = [
      await service.post('/desk/session', wrong, { origin }),
      await service.post('/desk/session', { ...wrong, code: shown() }, { origin }),
      await service.post('/desk/session', { ...wrong, email: 'nobody@example.org', code: '1' }, { origin }),
    ];
    assert.deepEqual(new Set(answers.map(({ body }) => body)).size, 1);
    // And the code was not used up by that.
    assert.equal((await attempt(service, desk.email, shown())).statusCode, 200);
  });

  it('two-step sign-in is switched off by its user, or an administrator', async () => {
    const administrator = await signIn(service);
    const desk = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    await switchOn(service, desk);
    const { data } = (await administrator.get('/desk/users')).json();
    assert.equal(data.find(({ id }: { id: number }) => id === desk.userId).totp, true);
    assertFailure(await desk.post(`${path}/off`, { password: 'wrong' }), 400, 'INVALID', /^password:/);
    assert.equal((await attempt(service, desk.email)).statusCode, 401);
    assert.equal((await desk.post(`${path}/off`, { password: deskPassword })).statusCode, 200);
    assert.equal((await attempt(service, desk.email)).statusCode, 200);

    await switchOn(service, desk);
    assertFailure(await desk.delete(`/desk/users/${administrator.userId}/totp`), 403, 'FORBIDDEN');
    const reset = await administrator.delete(`/desk/users/${desk.userId}/totp`);
    assert.deepEqual([reset.statusCode, reset.json().totp], [200, false]);
    const about = [`changed user ${desk.userId}`, { changed: ['totp'] }];
    assert.deepEqual(await lastAct(service, administrator), about);
    assert.equal((await attempt(service, desk.email)).statusCode, 200);
    const kept = `select hash from recovery_codes where user_id = ${desk.userId}`;
    assert.deepEqual(await rows(service.database, kept), []);
    await switchOn(service, administrator);
    const own = await administrator.delete(`/desk/users/${administrator.userId}/totp`);
    assertFailure(own, 400, 'INVALID', /with your password/);
  });

  it('the secret is stored encrypted, the recovery codes hashed', async () => {
    const desk = await signIn(service);
    const { app, recoveryCodes } = await switchOn(service, desk);
    const kept = JSON.stringify([
      await rows(service.database, 'select * from users'),
      await rows(service.database, 'select * from recovery_codes'),
      await rows(service.database, 'select * from audit'),
      service.log,
    ]);
    const bare = recoveryCodes.map((one) => one.replaceAll('-', ''));
    for (const secret of [app.secret.base32, ...recoveryCodes, ...bare]) assert.ok(!kept.includes(secret));
  });
});
