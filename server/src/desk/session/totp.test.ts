import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
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
  beforeEach(async () => {
    service = await startService(engine, { TRUSTED_PROXIES: '127.0.0.1/32' });
  });
  afterEach(() => service.close());

  it('begins when the app has shown a code, and then a code is wanted, each once', async () => {
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
    assert.deepEqual((await desk.get(path)).json(), {
      since: service.clock.now.toISOString(),
      recoveryCodesLeft: 8,
    });
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

  it('takes a code half a minute early or late, and none beyond', async () => {
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

  it('lets one of two in who show the same code at once', async () => {
    const desk = await signInSlowly(service, 2);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    later(service, halfMinuteMs);
    for (const code of [shown(), recoveryCodes[0] ?? '']) {
      const both = await Promise.all([
        attempt(service, desk.email, code),
        attempt(service, desk.email, code),
      ]);
      assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    }
  });

  it('takes each recovery code once, however it is typed', async () => {
    const desk = await signIn(service);
    const other = await signIn(service);
    const { recoveryCodes } = await switchOn(service, desk);
    await switchOn(service, other);
    const [first = '', second = ''] = recoveryCodes;
    assert.match(first, /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/);
    // Another user's.
    assert.equal((await attempt(service, other.email, first)).statusCode, 401);
    assert.equal((await attempt(service, desk.email, first)).statusCode, 200);
    assert.equal((await attempt(service, desk.email, first)).statusCode, 401);
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')}`;
    assert.equal((await attempt(service, desk.email, typed)).statusCode, 200);
    assert.equal((await desk.get(path)).json().recoveryCodesLeft, 6);
  });

  it('has new recovery codes for who gives the password, and those before end', async () => {
    const desk = await signIn(service);
    const other = await signIn(service);
    const renew = (typed = deskPassword) => desk.post(`${path}/recovery-codes`, { password: typed });
    assertFailure(await renew(), 400, 'INVALID', /is off/);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    const { recoveryCodes: theirs } = await switchOn(service, other);
    const [first = '', second = '', third = ''] = recoveryCodes;
    assert.equal((await attempt(service, desk.email, first)).statusCode, 200);
    assertFailure(await renew('wrong'), 400, 'INVALID', /^password:/);
    assert.equal((await desk.get(path)).json().recoveryCodesLeft, 7);
    assert.equal((await attempt(service, desk.email, second)).statusCode, 200);

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

  it('makes whoever guesses wait, and nobody who comes from elsewhere', async () => {
    const desk = await signIn(service);
    const { shown } = await switchOn(service, desk);
    later(service, halfMinuteMs);
    for (let i = 0; i < 5; i++)
      assertFailure(await attempt(service, desk.email, '000000', '192.0.2.99'), 401, 'UNAUTHORIZED');
    const refused = await attempt(service, desk.email, shown(), '192.0.2.99');
    assertFailure(refused, 429, 'RATELIMIT');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await attempt(service, desk.email, shown(), '192.0.2.1')).statusCode, 200);
    later(service, halfMinuteMs);
    const failed = await rows<{ action: string }>(
      service.database,
      `select action from audit where action = 'sign-in-failed' and user_id = ${desk.userId}`,
    );
    assert.equal(failed.length, 5);
    later(service, 1_000);
    assert.equal((await attempt(service, desk.email, shown(), '192.0.2.99')).statusCode, 200);
  });

  it('is asked of who signs in while it is switched on, and a user disabled meanwhile stays outside', async () => {
    const administrator = await signIn(service);
    // Checking their passwords takes longer than anything else.
    const desk = await signInSlowly(service, 10);
    const other = await signInSlowly(service, 10);
    const begun = await desk.post(path, { password: deskPassword });
    const app = URI.parse(begun.json<{ uri: string }>().uri);
    assert.ok(app instanceof TOTP);
    const code = app.generate({ timestamp: service.clock.now.getTime() });
    const [late, confirmed] = await Promise.all([attempt(service, desk.email), desk.put(path, { code })]);
    assert.equal(confirmed.statusCode, 200);
    assertFailure(late, 401, 'UNAUTHORIZED');
    later(service, 10 * 60_000);
    const [outside, disabled] = await Promise.all([
      attempt(service, other.email),
      administrator.patch(`/desk/users/${other.userId}`, { disabled: true }),
    ]);
    assert.equal(disabled.statusCode, 200);
    assertFailure(outside, 401, 'UNAUTHORIZED');
  });

  it('lets no simultaneous guesses through', async () => {
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

  it('tells nobody about it who does not know the password', async () => {
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

  it('is switched off with the password, by an administrator for somebody else, and leaves nothing', async () => {
    const administrator = await signIn(service);
    const desk = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    const listed = async () =>
      (await administrator.get('/desk/users'))
        .json()
        .data.find(({ id }: { id: number }) => id === desk.userId).totp;
    await switchOn(service, desk);
    assert.equal(await listed(), true);
    assertFailure(await desk.post(`${path}/off`, { password: 'wrong' }), 400, 'INVALID', /^password:/);
    assert.equal((await attempt(service, desk.email)).statusCode, 401);
    assert.equal((await desk.post(`${path}/off`, { password: deskPassword })).statusCode, 200);
    assert.equal((await attempt(service, desk.email)).statusCode, 200);

    await switchOn(service, desk);
    assertFailure(await desk.delete(`/desk/users/${administrator.userId}/totp`), 403, 'FORBIDDEN');
    const reset = await administrator.delete(`/desk/users/${desk.userId}/totp`);
    assert.deepEqual([reset.statusCode, reset.json().totp], [200, false]);
    assert.deepEqual(await lastAct(service, administrator), [
      `changed user ${desk.userId}`,
      { changed: ['totp'] },
    ]);
    assert.equal((await attempt(service, desk.email)).statusCode, 200);
    assert.equal((await rows(service.database, 'select hash from recovery_codes')).length, 0);
    await switchOn(service, administrator);
    const own = await administrator.delete(`/desk/users/${administrator.userId}/totp`);
    assertFailure(own, 400, 'INVALID', /with your password/);
    assert.notEqual((await administrator.get(path)).json().since, null);
    assertFailure(await administrator.delete('/desk/users/99/totp'), 404, 'NOTFOUND', /no user 99/);
  });

  it('keeps its secret encrypted and its recovery codes hashed', async () => {
    const desk = await signIn(service);
    const { app, recoveryCodes } = await switchOn(service, desk);
    const kept = JSON.stringify([
      await rows(service.database, 'select * from users'),
      await rows(service.database, 'select * from recovery_codes'),
      await rows(service.database, 'select * from audit'),
      service.log,
    ]);
    for (const secret of [
      app.secret.base32,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
    ])
      assert.ok(!kept.includes(secret));
  });
});
