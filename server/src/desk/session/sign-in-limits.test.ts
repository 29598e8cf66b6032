import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TOTP, URI } from 'otpauth';
import { type Desk, deskPassword, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { number, rows } from '../../../test/fixtures/rows.ts';
import { startSecondInstance } from '../../../test/fixtures/second-instance.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { HashingBusy, type HashPriority, queueHash, throwIfBusy } from '../../access/hashing.ts';

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

function pass({ clock }: TestService, ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms);
}

const failedLines = (service: TestService) =>
  number(service.database, "select count(*) from audit where action = 'sign-in-failed'");

/** Switches two-step sign-in on. Returns the app's code for any time, and the recovery codes. */
async function switchOn(service: TestService, desk: Desk) {
  const { uri } = (await desk.post('/desk/session/totp', { password: deskPassword })).json();
  const app = URI.parse(uri);
  assert.ok(app instanceof TOTP);
  const shown = () => app.generate({ timestamp: service.clock.now.getTime() });
  const confirmed = await desk.put('/desk/session/totp', { code: shown() });
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  pass(service, 60_000);
  return { shown, recoveryCodes };
}

onSqlite('wrong sign-ins', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine, behindProxy);
  });
  // Wrong ones count for five minutes.
  beforeEach(() => pass(service, 5 * 60_000));
  after(() => service.close());

  it('wrong ones over the limit are neither checked nor written down', async () => {
    const before = await failedLines(service);
    const statuses = await wrongOnes(service, 30);
    const checked = statuses.filter((status) => status === 401).length;
    assert.ok(checked >= 1 && checked <= 20, `${checked} were checked`);
    assert.equal(statuses.filter((status) => status === 429).length, 30 - checked);
    assert.equal(await failedLines(service), before + checked);
    for (let i = checked; i < 20; i++) assert.deepEqual(await wrongOnes(service, 1), [401]);
    assert.deepEqual(await wrongOnes(service, 1), [429]);
    assert.equal(await failedLines(service), before + 20);
  });

  it('wrong ones keep nobody out who has signed in from that address before', async () => {
    const desk = await signIn(service);
    for (let i = 0; i < 20; i++) assert.deepEqual(await wrongOnes(service, 1, () => office), [401]);
    assert.deepEqual(await wrongOnes(service, 1, () => office), [429]);
    assert.equal((await attempt(service, { email: desk.email, from: office })).statusCode, 200);
    assert.equal((await attempt(service, { email: desk.email })).statusCode, 200);
    pass(service, 5 * 60_000);
    await useUpAll(service, desk.email);
    for (const from of [office, stranger])
      assert.equal((await attempt(service, { email: desk.email, from })).statusCode, 200);
    // For other users and other addresses the limits still apply.
    const other = { email: desk.email, from: '192.0.2.9' };
    assertFailure(await attempt(service, other), 429, 'RATELIMIT', /at the moment/);
    pass(service, 5 * 60_000);
    assert.equal((await attempt(service, other)).statusCode, 200);
  });

  it('many at once keep nobody out who has signed in from that address before', async () => {
    const { email } = await signIn(service);
    const [, answer] = await Promise.all([
      wrongOnes(service, 30, (i) => `198.51.100.${i}`),
      attempt(service, { email, from: office }),
    ]);
    assert.equal(answer.statusCode, 200);
  });

  it('refused ones are counted by address and hour', async (t) => {
    const service = await startService(engine, behindProxy);
    t.after(() => service.close());
    const desk = await signIn(service);
    const hour = 60 * 60_000;
    const begun = service.clock.now.toISOString();
    await useUpAll(service, desk.email);
    await wrongOnes(service, 40);
    await wrongOnes(service, 120, (i) => `2001:db8:0:${i}::1`);
    pass(service, hour);
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

  it('an address is known for 90 days, to every process, as a hash; 20 of a user', async () => {
    const { email, userId } = await signIn(service);
    for (let i = 0; i < 30; i++) {
      pass(service, 1_000);
      assert.equal((await attempt(service, { email, from: `192.0.2.${i}` })).statusCode, 200);
    }
    const known = () => rows(service.database, `select * from known_addresses where user_id = ${userId}`);
    const kept = await known();
    assert.equal(kept.length, 20);
    assert.doesNotMatch(JSON.stringify(kept), /192\.0\.2|example\.org/);

    const other = await startSecondInstance(service);
    const statusFrom = async (from: string) => (await attempt(other, { email, from })).statusCode;
    await useUpAll(other, email);
    assert.equal(await statusFrom('192.0.2.29'), 200);
    assert.equal(await statusFrom('192.0.2.9'), 429);
    await other.close();

    pass(service, 90 * 24 * 60 * 60_000);
    await useUpAll(service, email);
    assert.equal((await attempt(service, { email, from: '192.0.2.29' })).statusCode, 429);
    pass(service, 5 * 60_000);
    await openDesk(service, email, userId);
    assert.equal((await known()).length, 1);
  });

  it('wrong codes of who knows the password keep the owner out of nothing', async () => {
    const desk = await signIn(service);
    const { shown, recoveryCodes } = await switchOn(service, desk);
    const { email } = desk;
    // 48 addresses, one wrong code each, and one that goes on.
    const wrong = async (from = stranger) =>
      (await attempt(service, { email, code: '000000', from })).statusCode;
    for (let i = 0; i < 48; i++) assert.equal(await wrong(`203.0.113.${i}`), 401);
    for (let i = 0; i < 5; i++) await wrong();
    for (let i = 0; i < 15; i++) assert.equal(await wrong(), 429);
    const lines = await failedLines(service);
    for (let i = 0; i < 20; i++) await wrong();
    assert.equal(await failedLines(service), lines);

    assert.equal((await attempt(service, { email, code: shown(), from: office })).statusCode, 200);
    pass(service, 60_000);
    // From an address that is new six digits are not enough any more that day.
    const elsewhere = { email, from: '192.0.2.9' };
    assertFailure(await attempt(service, { ...elsewhere, code: shown() }), 429, 'RATELIMIT', /recovery code/);
    for (const from of [elsewhere.from, stranger])
      assert.equal((await attempt(service, { email, code: recoveryCodes.pop(), from })).statusCode, 200);
    pass(service, 5 * 60_000);
    await useUpAll(service, (await signIn(service)).email);
    const last = { email, code: recoveryCodes.pop(), from: '192.0.2.10' };
    assert.equal((await attempt(service, last)).statusCode, 200);
  });

  it('a recovery code is no way to try passwords without end', async () => {
    const desk = await signIn(service);
    const { recoveryCodes } = await switchOn(service, desk);
    const code = recoveryCodes[0] ?? '';
    const typed = [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code}`, code.replaceAll('-', '')];
    for (const one of typed)
      assert.equal(
        (await attempt(service, { email: desk.email, password: 'wrong', code: one })).statusCode,
        401,
      );
    const again = { email: desk.email, password: 'wrong', code: `${code} `, from: office };
    assertFailure(await attempt(service, again), 429, 'RATELIMIT');
  });
});

describe('hashing', () => {
  it('passwords of strangers leave a thread to known users, and few of them wait', async () => {
    const order: string[] = [];
    const running = new Map<string, () => void>();
    const hash = (name: string, priority: HashPriority) =>
      queueHash(priority, async () => {
        order.push(name);
        await new Promise<void>((resolve) => running.set(name, resolve));
      });
    const strangers = Array.from({ length: 9 }, (_, i) => hash(`stranger ${i}`, 'stranger'));
    assert.throws(() => throwIfBusy('stranger'), HashingBusy);
    const known = [hash('known 0', 'known'), hash('known 1', 'known')];
    assert.deepEqual(order, ['stranger 0', 'known 0']);
    const end = async (name: string, all: readonly Promise<void>[], i: number) => {
      running.get(name)?.();
      await all[i];
    };
    await end('stranger 0', strangers, 0);
    assert.deepEqual(order.slice(2), ['known 1']);
    for (const i of [0, 1]) await end(`known ${i}`, known, i);
    for (let i = 1; i < 9; i++) await end(`stranger ${i}`, strangers, i);
    assert.equal(order.length, 11);
  });
});
