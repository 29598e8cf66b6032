import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { it } from 'node:test';
import { TOTP, URI } from 'otpauth';
import { type Desk, deskPassword, deskPasswordHash, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { number, rows } from '../../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../../test/fixtures/second-instance.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const behindProxy = { TRUSTED_PROXIES: '127.0.0.1/32' };
const stranger = '198.51.100.1';
/** Where {@link signIn} comes from. */
const office = '127.0.0.1';

interface Attempt {
  readonly email: string;
  readonly password?: string;
  readonly code?: string | undefined;
  readonly from?: string;
}

function attempt(
  service: Pick<TestService, 'post'>,
  { email, password = deskPassword, code, from = stranger }: Attempt,
) {
  return service.post(
    '/desk/session',
    { email, password, ...(code !== undefined && { code }) },
    { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from },
  );
}

let nobodies = 0;
/** Simultaneous wrong attempts, each for another user. Returns their statuses. */
async function wrongOnes(service: TestService, count: number, from = (_: number) => stranger) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      attempt(service, { email: `nobody${nobodies++}@example.org`, password: 'wrong', from: from(i) }),
    ),
  );
  for (const { statusCode, headers } of answers)
    if (statusCode === 429) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  return answers.map(({ statusCode }) => statusCode);
}

/** Wrong ones of a user from addresses of documentation, until strangers have used up what they may do together. */
async function useUpAll(service: Pick<TestService, 'post'>, email: string): Promise<void> {
  for (let i = 0; i < 100; i++)
    assertFailure(
      await attempt(service, { email, password: 'wrong', from: `203.0.113.${i}` }),
      401,
      'UNAUTHORIZED',
    );
  const refused = { email: 'nobody@example.org', password: 'wrong', from: '203.0.113.200' };
  for (let i = 0; i < 3; i++)
    assertFailure(await attempt(service, refused), 429, 'RATELIMIT', /at the moment/);
}

const failedLines = (service: TestService) =>
  number(service.database, "select count(*) from audit where action = 'sign-in-failed'");

/** Switches two-step sign-in on. Returns the app's code for any time, and the recovery codes. */
async function switchOn(service: TestService, desk: Desk) {
  const { uri } = (await desk.post('/desk/session/totp', { password: deskPassword })).json<{ uri: string }>();
  const app = URI.parse(uri);
  assert.ok(app instanceof TOTP);
  const shown = () => app.generate({ timestamp: service.clock.now.getTime() });
  const { recoveryCodes } = (await desk.put('/desk/session/totp', { code: shown() })).json<{
    recoveryCodes: string[];
  }>();
  service.clock.now = new Date(service.clock.now.getTime() + 60_000);
  return { shown, recoveryCodes };
}

onSqlite('wrong sign-ins', (engine) => {
  it('are neither checked nor written down over the limit, and few wait', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const statuses = await wrongOnes(service, 60);
    const checked = statuses.filter((status) => status === 401).length;
    assert.ok(checked >= 1 && checked <= 20, `${checked} were checked`);
    assert.equal(statuses.filter((status) => status === 429).length, 60 - checked);
    assert.equal(await failedLines(service), checked);
    for (let i = checked; i < 20; i++) assert.deepEqual(await wrongOnes(service, 1), [401]);
    assert.deepEqual(await wrongOnes(service, 1), [429]);
    assert.equal(await failedLines(service), 20);
  });

  it('leave threads to name look-ups while they are being checked', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const { email } = await signIn(
      service,
      undefined,
      undefined,
      deskPasswordHash({ memory: 19_456, passes: 10 }),
    );
    let checked = 0;
    const guesses = Array.from({ length: 60 }, async (_, i) => {
      const answer = await attempt(service, { email, password: 'wrong', from: `198.51.100.${i}` });
      if (answer.statusCode === 401) checked++;
    });
    // The first refusal: all have arrived, and those that are checked are.
    await attempt(service, { email: 'nobody@example.org', password: 'wrong' });
    await lookup('localhost');
    const before = checked;
    await Promise.all(guesses);
    assert.ok(before <= 4, `${before} of ${checked} were checked before a name was looked up`);
    assert.ok(checked > before);
  });

  it('keep nobody out who has signed in from the same address before', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const desk = await signIn(service);
    for (let i = 0; i < 20; i++) assert.deepEqual(await wrongOnes(service, 1, () => office), [401]);
    assert.deepEqual(await wrongOnes(service, 1, () => office), [429]);
    assert.equal((await attempt(service, { email: desk.email, from: office })).statusCode, 200);
    assert.equal((await attempt(service, { email: desk.email })).statusCode, 200);
    service.clock.now = new Date(service.clock.now.getTime() + 5 * 60_000);
    await useUpAll(service, desk.email);
    for (const from of [office, stranger])
      assert.equal((await attempt(service, { email: desk.email, from })).statusCode, 200);
    // For other users and other addresses the limits still apply.
    const other = { email: desk.email, from: '192.0.2.9' };
    assertFailure(await attempt(service, other), 429, 'RATELIMIT', /at the moment/);
    service.clock.now = new Date(service.clock.now.getTime() + 5 * 60_000);
    assert.equal((await attempt(service, other)).statusCode, 200);
  });

  it('while 100 are sent at once let in who has signed in from the same address before', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const { email } = await signIn(service);
    const [, answer] = await Promise.all([
      wrongOnes(service, 100, (i) => `198.51.100.${i}`),
      attempt(service, { email, from: office }),
    ]);
    assert.equal(answer.statusCode, 200);
  });

  it('are counted by address and hour where they are refused, however many addresses there are', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const desk = await signIn(service);
    const hour = 60 * 60_000;
    const begun = service.clock.now.toISOString();
    await useUpAll(service, desk.email);
    await wrongOnes(service, 40);
    await wrongOnes(service, 120, (i) => `2001:db8:0:${i}::1`);
    service.clock.now = new Date(service.clock.now.getTime() + hour);
    await useUpAll(service, desk.email);
    const written = () =>
      rows<{ address: string | null; detail: string }>(
        service.database,
        "select address, detail from audit where action = 'sign-ins-refused' order by id",
      );
    // Written down by the first one of the next hour, which waits for nothing.
    let lines = await written();
    while (lines.length === 0) lines = await written();
    assert.equal(lines.length, 101);
    const counts = lines.map(({ address, detail }) => ({ address, ...JSON.parse(detail) }));
    assert.deepEqual(
      counts.find(({ address }) => address === stranger),
      { address: stranger, count: 40, since: begun },
    );
    assert.equal(counts.find(({ address }) => address === '2001:db8:0:1::/64')?.count, 1);
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      163,
    );
    assert.equal((await desk.get('/desk/audit?action=sign-ins-refused')).statusCode, 401);
    // The counts of the last hour are stored when the service stops.
    await service.app.close();
    assert.equal((await written()).length, 102);
  });
});

onSqlite('an address that a user has signed in from', (engine) => {
  it('is known for 90 days, to every process, as a hash; 20 of a user', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const { email, userId } = await signIn(service);
    for (let i = 0; i < 30; i++) {
      service.clock.now = new Date(service.clock.now.getTime() + 1_000);
      assert.equal((await attempt(service, { email, from: `192.0.2.${i}` })).statusCode, 200);
    }
    const kept = await rows<object>(service.database, 'select * from known_addresses');
    assert.equal(kept.length, 20);
    assert.doesNotMatch(JSON.stringify(kept), /192\.0\.2|example\.org/);

    const other = await startSecondInstance(service);
    const statusFrom = async (from: string) => (await attempt(other, { email, from })).statusCode;
    await useUpAll(other, email);
    assert.equal(await statusFrom('192.0.2.29'), 200);
    assert.equal(await statusFrom('192.0.2.9'), 429);
    await other.close();

    service.clock.now = new Date(service.clock.now.getTime() + 90 * 24 * 60 * 60_000);
    await useUpAll(service, email);
    assert.equal((await attempt(service, { email, from: '192.0.2.29' })).statusCode, 429);
    service.clock.now = new Date(service.clock.now.getTime() + 5 * 60_000);
    await openDesk(service, email, userId);
    assert.equal(await number(service.database, 'select count(*) from known_addresses'), 1);
  });
});

onSqlite('wrong codes of who knows the password', (engine) => {
  it('keep the owner out of nothing', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const desk = await signIn(service);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    const { email } = desk;
    // 48 addresses, one wrong code each, and one that goes on.
    for (let i = 0; i < 48; i++)
      assert.equal(
        (await attempt(service, { email, code: '000000', from: `203.0.113.${i}` })).statusCode,
        401,
      );
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++)
      statuses.push((await attempt(service, { email, code: '000000' })).statusCode);
    assert.deepEqual(new Set(statuses.slice(5)), new Set([429]));
    const lines = await failedLines(service);
    for (let i = 0; i < 20; i++) await attempt(service, { email, code: '000000' });
    assert.equal(await failedLines(service), lines);

    assert.equal((await attempt(service, { email, code: shown(), from: office })).statusCode, 200);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    // From an address that is new six digits are not enough any more that day.
    const elsewhere = { email, from: '192.0.2.9' };
    assertFailure(await attempt(service, { ...elsewhere, code: shown() }), 429, 'RATELIMIT', /recovery code/);
    for (const from of [elsewhere.from, stranger])
      assert.equal((await attempt(service, { email, code: recoveryCodes.pop(), from })).statusCode, 200);
    service.clock.now = new Date(service.clock.now.getTime() + 5 * 60_000);
    await useUpAll(service, (await signIn(service)).email);
    const last = { email, code: recoveryCodes.pop(), from: '192.0.2.10' };
    assert.equal((await attempt(service, last)).statusCode, 200);
  });

  it('let nobody try passwords with a recovery code without end', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const desk = await signIn(service);
    const { recoveryCodes } = await switchOn(service, desk);
    const code = recoveryCodes[0] ?? '';
    const typed = [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code}`, code.replaceAll('-', '')];
    for (const one of typed)
      assert.equal(
        (await attempt(service, { email: desk.email, password: 'wrong', code: one })).statusCode,
        401,
      );
    const again = await attempt(service, {
      email: desk.email,
      password: 'wrong',
      code: `${code} `,
      from: office,
    });
    assertFailure(again, 429, 'RATELIMIT');
  });
});
