import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import { type ServiceProcess, startProcess } from '../../../tools/harness/service-process.ts';
import { answerOf, direct, type Env, inProcess, refusal } from '../fixtures/command-line.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

const password = 'une phrase que personne ne devine';

onSqlite('users beside a running service', (engine) => {
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let service: ServiceProcess;
  let env: Env;
  before(async () => {
    place = await newDatabase(engine);
    env = { ...place.env, FIRST_ADMIN: `Admin@example.org:${password}` };
    service = await startProcess({ env: { ...env, SECRET_KEY: secretKey } });
  });
  after(async () => {
    service.kill('SIGTERM');
    await service.ended;
    await place.remove();
  });

  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { origin: service.url, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      cookie: response.headers.get('set-cookie'),
      ...(await response.json()),
    };
  }
  const signIn = (email: string) => send('POST', '/desk/session', { email, password });
  const placesOf = ({ grants }: { grants: { role: string; establishmentId: number | null }[] }) =>
    grants.map(({ role, establishmentId }) => [role, establishmentId]);

  it('the first administrator is the one that the settings give', async () => {
    const { status, user } = await signIn('admin@example.org');
    assert.equal(status, 200);
    assert.deepEqual(placesOf(user), [['administrator', null]]);
  });

  it('a user is added with a link, chooses a password by it once, and signs in', async () => {
    const added = await answerOf<{ user: object; invitation: string; until: string }>(
      [
        'user',
        'add',
        'Directrice@example.org',
        '--role',
        'direction',
        '--residence',
        '3',
        '--residence',
        '5',
      ],
      env,
      inProcess,
    );
    assert.deepEqual(Object.keys(added), ['user', 'invitation', 'until']);
    const token = /^http:\/\/\S+\/#\/invitation\/(inv_[\w-]{27})$/.exec(added.invitation)?.[1] ?? '';
    assert.equal((await signIn('directrice@example.org')).status, 401);
    const weak = await send('POST', '/desk/invitation', { token, password: 'directrice@example.org' });
    assert.match(weak.error.message, /^password: .*guessed/);
    const chosen = await send('POST', '/desk/invitation', { token, password });
    assert.deepEqual([chosen.status, chosen.email], [200, 'directrice@example.org']);
    const again = await send('POST', '/desk/invitation', {
      token,
      password: 'une phrase de quelqu’un d’autre',
    });
    assert.equal(again.status, 401);
    const { status, user } = await signIn('DIRECTRICE@example.org');
    assert.equal(status, 200);
    assert.deepEqual(placesOf(user), [
      ['direction', 3],
      ['direction', 5],
    ]);
  });

  it('a user who is disabled is out at once, and stays out', async () => {
    await answerOf(['user', 'invite', 'directrice@example.org'], env);
    const { cookie } = await signIn('directrice@example.org');
    const headers = { cookie: cookie?.split(';')[0] ?? '' };
    assert.equal((await send('GET', '/desk/session', undefined, headers)).status, 200);
    const { stdout } = await direct(['user', 'disable', 'directrice@example.org'], env);
    assert.match(stdout, /can't sign in any more/);
    assert.equal((await send('GET', '/desk/session', undefined, headers)).status, 401);
    assert.equal((await signIn('directrice@example.org')).status, 401);
  });

  it('a user who has lost the authenticator app signs in by the password alone again', async () => {
    const { cookie, csrfToken } = await signIn('admin@example.org');
    const headers = { cookie: cookie?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
    const { secret } = await send('POST', '/desk/session/totp', { password }, headers);
    const code = new TOTP({ secret }).generate();
    assert.equal((await send('PUT', '/desk/session/totp', { code }, headers)).status, 200);
    assert.match((await signIn('admin@example.org')).error.message, /^code:/);
    assert.match((await direct(['user', 'list'], env)).stdout, /admin@example.org .*password and code/);
    const answer = await answerOf(['user', 'totp-off', 'Admin@example.org'], env);
    assert.deepEqual(answer, { totpOff: 'Admin@example.org' });
    assert.equal((await signIn('admin@example.org')).status, 200);
    await refusal(['user', 'totp-off', 'nobody@example.org'], env, /There is no user nobody@example.org/);
  });

  it('are listed without anything secret', async () => {
    const users = await answerOf<{ email: string; state: string }[]>(['user', 'list'], env);
    assert.deepEqual(
      users.map(({ email, state }) => [email, state]),
      [
        ['admin@example.org', 'active'],
        ['directrice@example.org', 'disabled'],
      ],
    );
    const { stdout } = await direct(['user', 'list'], env);
    assert.match(stdout, /directrice@example.org .*direction at 3, direction at 5 +disabled/);
    assert.doesNotMatch(stdout + JSON.stringify(users), /argon2|inv_/);
  });

  it('are refused with a sentence when they can’t be', async () => {
    const add = (...rest: string[]) => ['user', 'add', ...rest];
    await refusal(
      add('admin@example.org', '--role', 'reader'),
      env,
      /A user admin@example.org is already there/,
    );
    await refusal(add('a@example.org', '--role', 'reader', '--residence', '2'), env, /no residence 2/);
    const largest = String(2 ** 31 - 1);
    await refusal(add('a@example.org', '--role', 'reader', '--residence', largest), env, /no residence 2147/);
    await refusal(add('a@example.org', '--role', 'marketing', '--residence', '3'), env, /all residences/);
    await refusal(add('a@example.org', '--role', 'administrator', '--residence', '3'), env, /all residences/);
    await refusal(['user', 'disable', 'nobody@example.org'], env, /There is no user nobody@example.org/);
    await refusal(['user', 'disable', 'admin@example.org'], env, /last administrator/);
  });
});
