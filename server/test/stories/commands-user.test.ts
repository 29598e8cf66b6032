import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Grant } from '../../src/access/roles.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
import { deskPassword as password } from '../fixtures/desk.ts';
import { assertFailure, newDatabase, onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('users beside a running service', (engine) => {
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let service: TestService;
  let env: Env;
  before(async () => {
    place = await newDatabase(engine);
    env = { ...place.env, FIRST_ADMIN: `Admin@example.org:${password}` };
    await answerOf(['user', 'list'], env);
    service = await startService(engine, place.env);
    // The commands take their own time.
    service.clock.now = new Date();
  });
  after(async () => {
    await service.close();
    await place.remove();
  });

  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers = {}) =>
    service.app.inject({
      ...{ method, url, headers: { 'sec-fetch-site': 'same-origin', ...headers } },
      ...(payload !== undefined && { payload }),
    });
  const enter = (email: string) => send('POST', '/desk/session', { email, password });
  /** Signs in. Returns the grants, and the headers of the session. */
  async function session(email: string) {
    const answer = await enter(email);
    assert.equal(answer.statusCode, 200, answer.body);
    const { user, csrfToken } = answer.json<{ user: { grants: Grant[] }; csrfToken: string }>();
    const [cookie] = answer.cookies;
    return {
      places: user.grants.map(({ role, establishmentId }) => [role, establishmentId]),
      headers: { cookie: `${cookie?.name}=${cookie?.value}`, 'x-csrf-token': csrfToken },
    };
  }

  it('the first administrator is the one of the settings', async () => {
    assert.deepEqual((await session('admin@example.org')).places, [['administrator', null]]);
  });

  it('an added user chooses a password by the link, once, and signs in', async () => {
    const at = ['--residence', '3', '--residence', '5'];
    const added = await answerOf<{ user: object; invitation: string; until: string }>(
      ['user', 'add', 'Directrice@example.org', '--role', 'direction', ...at],
      env,
    );
    assert.deepEqual(Object.keys(added), ['user', 'invitation', 'until']);
    const token = /^http:\/\/\S+\/#\/invitation\/(inv_[\w-]{27})$/.exec(added.invitation)?.[1] ?? '';
    assertFailure(await enter('directrice@example.org'), 401, 'UNAUTHORIZED');
    const choose = (chosen: string) => send('POST', '/desk/invitation', { token, password: chosen });
    assertFailure(await choose('directrice@example.org'), 400, 'INVALID', /^password: .*guessed/);
    assert.equal((await ok<{ email: string }>(choose(password))).email, 'directrice@example.org');
    assertFailure(await choose('une phrase de quelqu’un d’autre'), 401, 'UNAUTHORIZED');
    assert.deepEqual((await session('DIRECTRICE@example.org')).places, [
      ['direction', 3],
      ['direction', 5],
    ]);
  });

  it('a revoked user is out at once, and stays out', async () => {
    const { headers } = await session('directrice@example.org');
    await ok(send('GET', '/desk/session', undefined, headers));
    const { stdout } = await direct(['user', 'revoke', 'directrice@example.org'], env);
    assert.match(stdout, /can't sign in any more/);
    assertFailure(await send('GET', '/desk/session', undefined, headers), 401, 'UNAUTHORIZED');
    assertFailure(await enter('directrice@example.org'), 401, 'UNAUTHORIZED');
  });

  it('rescue lets a user who is locked out in again', async () => {
    const { headers } = await session('admin@example.org');
    const begun = send('POST', '/desk/session/totp', { password }, headers);
    const { secret } = await ok<{ secret: string }>(begun);
    const code = new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
    await ok(send('PUT', '/desk/session/totp', { code }, headers));
    assertFailure(await enter('admin@example.org'), 401, 'UNAUTHORIZED', /^code:/);
    assert.match((await direct(['user', 'list'], env)).stdout, /admin@example.org .*password and code/);
    const { invitation } = await answerOf<{ invitation: string }>(
      ['user', 'rescue', 'Admin@example.org'],
      env,
    );
    await ok(enter('admin@example.org'));
    const token = invitation.split('/').at(-1);
    const chosen = 'une autre phrase de plusieurs mots';
    await ok(send('POST', '/desk/invitation', { token, password: chosen }));
    await ok(send('POST', '/desk/session', { email: 'admin@example.org', password: chosen }));
    await refusal(['user', 'rescue', 'nobody@example.org'], env, /There is no user nobody@example.org/);
  });

  it('users are listed without anything secret', async () => {
    const users = await answerOf<{ email: string; state: string }[]>(['user', 'list'], env);
    assert.deepEqual(
      users.map(({ email, state }) => `${email} ${state}`),
      ['admin@example.org active', 'directrice@example.org disabled'],
    );
    const { stdout } = await direct(['user', 'list'], env);
    assert.match(stdout, /directrice@example.org .*direction at 3, direction at 5 +disabled/);
    assert.doesNotMatch(stdout + JSON.stringify(users), /argon2|inv_/);
  });

  it('a user or a right that can’t be is refused with a sentence', async () => {
    const wrong: [string[], RegExp][] = [
      [
        ['admin@example.org', '--role', 'reader', '--everywhere'],
        /A user admin@example.org is already there/,
      ],
      [['a@example.org', '--role', 'reader'], /Expected --residence <id>, or --everywhere/],
      [['a@example.org', '--role', 'reader', '--residence', '3', '--everywhere'], /not both/],
      [['a@example.org', '--role', 'reader', '--residence', '2'], /no residence 2/],
      [['a@example.org', '--role', 'reader', '--residence', `${2 ** 31 - 1}`], /no residence 2147/],
      [['a@example.org', '--role', 'marketing', '--residence', '3'], /all residences/],
      [['a@example.org', '--role', 'administrator', '--residence', '3'], /all residences/],
    ];
    for (const [args, says] of wrong) await refusal(['user', 'add', ...args], env, says);
    await refusal(['user', 'revoke', 'nobody@example.org'], env, /There is no user nobody@example.org/);
    await refusal(['user', 'revoke', 'admin@example.org'], env, /last administrator/);
  });
});
