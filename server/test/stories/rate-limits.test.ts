import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newPassword } from '../fixtures/credentials.ts';
import { openDesk, signIn } from '../fixtures/desk.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('wrong guesses', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const guess = (remoteAddress: string, query = 'password=pw_guess') =>
    service.app.inject({ url: `/fr/jobs?${query}`, remoteAddress });
  async function guessAll(remoteAddress: string): Promise<void> {
    for (let i = 0; i < 20; i++)
      assertFailure(await guess(remoteAddress, `password=pw_${i}`), 401, 'UNAUTHORIZED');
  }

  it('20 wrong guesses in 5 minutes and address, then 429', async () => {
    await guessAll('198.51.100.1');
    const limited = await guess('198.51.100.1');
    assertFailure(
      limited,
      429,
      'RATELIMIT',
      /^Too many wrong passwords or tokens from this address: try again in 300 /,
    );
    assert.equal(limited.headers['retry-after'], '300');
    assertFailure(await guess('198.51.100.2'), 401, 'UNAUTHORIZED');

    service.clock.now = new Date(service.clock.now.getTime() + 299_999);
    assert.equal((await guess('198.51.100.1')).headers['retry-after'], '1');
    service.clock.now = new Date(service.clock.now.getTime() + 1);
    await guessAll('198.51.100.1');
    assertFailure(await guess('198.51.100.1'), 429, 'RATELIMIT');
  });

  it('wrong guesses are forgotten after 5 minutes, however the time of day is set', async () => {
    const remoteAddress = '198.51.100.7';
    const { clock } = service;
    const set = (ms: number) => {
      clock.setForwardMs += ms;
      clock.now = new Date(clock.now.getTime() + ms);
    };
    await guessAll(remoteAddress);
    set(-6 * 60 * 60_000);
    assert.equal((await guess(remoteAddress)).headers['retry-after'], '300');
    set(182 * 24 * 60 * 60_000);
    assert.equal((await guess(remoteAddress)).headers['retry-after'], '300');
    clock.now = new Date(clock.now.getTime() + 300_000);
    assertFailure(await guess(remoteAddress), 401, 'UNAUTHORIZED');
  });

  it('a right password or token is let in after any number of wrong ones', async () => {
    const remoteAddress = '198.51.100.3';
    await guessAll(remoteAddress);
    assert.equal((await guess(remoteAddress)).statusCode, 429);
    assert.equal((await guess(remoteAddress, service.query)).statusCode, 200);
    const headers = { authorization: `Bearer ${service.token}` };
    const test = { method: 'POST', url: '/appli/partner/test', remoteAddress, headers } as const;
    assert.equal((await service.app.inject(test)).body, '"OK"');
  });

  it('a request without a password, or wrong otherwise, is no wrong guess', async () => {
    const remoteAddress = '198.51.100.4';
    for (let i = 0; i < 30; i++) {
      assertFailure(await guess(remoteAddress, ''), 401, 'UNAUTHORIZED');
      assertFailure(await guess(remoteAddress, `${service.query}&etablissement=2`), 400, 'INVALID');
      await service.app.inject({ method: 'POST', url: '/appli/partner/test', remoteAddress });
    }
    assertFailure(await guess(remoteAddress), 401, 'UNAUTHORIZED');
  });

  it('wrong tokens and passwords count together on every route', async () => {
    const send = (url: string, headers: Record<string, string> = {}) =>
      service.app.inject({
        method: 'POST',
        url,
        remoteAddress: '198.51.100.5',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '{}',
      });
    const token = () => send('/appli/partner/orientation', { authorization: 'Bearer tok_guess' });
    const creation = () => send('/fr/announcement/postuler?password=pw_guess');
    for (let i = 0; i < 10; i++) {
      assert.equal((await token()).statusCode, 401);
      assert.equal((await creation()).statusCode, 401);
    }
    const limited = await token();
    assert.equal(limited.statusCode, 429);
    assert.match(limited.json().error, /^Too many wrong passwords or tokens/);
    assert.equal(limited.headers['retry-after'], '300');
    assertFailure(await creation(), 429, 'RATELIMIT');
  });

  it('guesses count for an IPv6 /64, and an IPv4 address however written', async () => {
    for (let i = 0; i < 20; i++) assert.equal((await guess(`2001:db8:1:2:${i}::${i}`)).statusCode, 401);
    assert.equal((await guess('2001:db8:1:2:ffff:ffff:ffff:ffff')).statusCode, 429);
    assert.equal((await guess('2001:db8:1:3::1')).statusCode, 401);
    for (let i = 0; i < 20; i++) assert.equal((await guess('198.51.100.6')).statusCode, 401);
    assert.equal((await guess('::ffff:198.51.100.6')).statusCode, 429);
  });
});

onSqlite('the desk when many lists are asked for at once', (engine) => {
  const lists = '/desk/entries?kind=commercial&q=martin';
  let service: TestService;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'fatal' });
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId: 'known' });
  });
  after(() => service.close());

  it('a user who asks for 200 lists at once waits, and nobody else', async () => {
    const grants = [{ role: 'reader', establishmentId: null }] as const;
    const greedy = await signIn(service, grants);
    // One more session of the same user.
    const again = await openDesk(service, greedy.email, greedy.userId);
    for (const { get } of [greedy, again]) assert.equal((await get(lists)).statusCode, 200);
    const other = await signIn(service, grants, 'Karim Benali');
    const asked = Array.from({ length: 200 }, (_, i) =>
      service.get(lists, i % 2 === 0 ? greedy.headers : again.headers),
    );
    const others = [
      ...Array.from({ length: 10 }, () => service.get(lists, other.headers)),
      service.get(`/fr/customId/known?${service.query}`),
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { lastNameClient: 'Martin' }),
    ];
    for (const answer of await Promise.all(others)) assert.equal(answer.statusCode, 200, answer.body);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const answer of refused) {
      assertFailure(answer, 429, 'RATELIMIT', /^Too many of your requests wait/);
      assert.equal(answer.headers['retry-after'], '5');
    }
    // Four at a time, of both sessions together, and a hundred that wait for these.
    assert.ok(refused.length > 0 && refused.length < 200 - 100, `${refused.length} refused`);
    assert.equal((await greedy.get(lists)).statusCode, 200);
  });

  it('made-up sessions are refused, and nobody else waits', async () => {
    const { get } = await signIn(service);
    assert.equal((await get(lists)).statusCode, 200);
    const strangers = Array.from({ length: 200 }, (_, i) =>
      service.get(lists, { cookie: `accueil=made-up-${i}` }),
    );
    const lead = service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
    for (const answer of await Promise.all([get(lists), lead]))
      assert.equal(answer.statusCode, 200, answer.body);
    for (const { statusCode } of await Promise.all(strangers)) assert.match(String(statusCode), /^4(01|29)$/);
  });
});

onSqlite('addresses', (engine) => {
  let service: TestService;
  let exposed: TestService;
  before(async () => {
    service = await startService(engine, { TRUSTED_PROXIES: '10.0.0.0/8,::1' });
    exposed = await startService(engine);
  });
  after(async () => {
    await exposed.close();
    await service.close();
  });

  const guess = (peer: string, forwarded: string, to = service) =>
    to.app.inject({
      url: '/fr/jobs?password=pw_guess',
      remoteAddress: peer,
      headers: { 'x-forwarded-for': forwarded },
    });
  const warnings = ({ log }: TestService) => log.filter((line) => line.includes('TRUSTED_PROXIES'));

  const wrong = ['unknown', '', ', ,', '999.1.1.1', '203.0.113.7:port', '[203.0.113.7', 'a'.repeat(5_000)];
  /** Of guesses with these headers, those that count for the same address as the last one, and for another one. */
  type Case = [peer: string, (i: number) => string, same: string, other: string];
  /** Guesses with these headers count for the same address as the last but one, and not for the last. */
  const cases: Record<string, readonly Case[]> = {
    'a trusted peer speaks for the address that it names': [
      ['10.1.2.3', () => '203.0.113.8', '203.0.113.8', '203.0.113.99'],
      ['::ffff:10.1.2.3', () => '203.0.113.15', '203.0.113.15', '203.0.113.99'],
      ['::1', () => '203.0.113.3', '203.0.113.3', '203.0.113.99'],
    ],
    'what a client wrote before a trusted peer’s word does not count': [
      ['10.0.0.1', (i) => `192.0.2.${i}, 203.0.113.7, 10.0.0.2`, '203.0.113.7', '192.0.2.99'],
    ],
    'an address with a port is that address': [
      ['10.0.0.1', (i) => `203.0.113.2:${4711 + i}`, '203.0.113.2', '203.0.113.4:4711'],
      ['10.0.0.1', (i) => `[2001:db8::1]:${i}, 10.0.0.2:${i}`, '2001:db8::1', '2001:db8:1::1'],
    ],
    'what is no address counts as the proxy that passed it on': [
      ['10.0.0.5', (i) => `192.0.2.${i}, ${wrong[i % wrong.length]}`, 'another', 'another, 10.0.0.9'],
    ],
  };
  for (const [what, named] of Object.entries(cases))
    it(what, async () => {
      for (const [peer, forwarded, same, other] of named) {
        for (let i = 0; i < 20; i++) assert.equal((await guess(peer, forwarded(i))).statusCode, 401);
        assert.equal((await guess(peer, same)).statusCode, 429);
        assert.equal((await guess(peer, other)).statusCode, 401);
      }
      assert.equal(warnings(service).length, 0);
    });

  it('an untrusted peer is its own address, and a line warns of it once', async () => {
    for (const [to, peer] of [
      [exposed, '10.0.0.1'],
      [service, '192.0.2.1'],
    ] as const) {
      for (let i = 0; i < 20; i++) assert.equal((await guess(peer, `203.0.113.${i}`, to)).statusCode, 401);
      assert.equal((await guess(peer, '203.0.113.200', to)).statusCode, 429);
      assert.equal(warnings(to).length, 1);
      assert.equal(JSON.parse(warnings(to)[0] ?? '').peer, peer);
    }
  });

  it('the log, and a browser password’s limit, go by the address that is named', async () => {
    const { password } = await newPassword(service, 'browser');
    const post = (forwarded: string) =>
      service.app.inject({
        method: 'POST',
        url: `/fr/etablissement/3/survey/create?password=${password}`,
        remoteAddress: '10.0.0.1',
        headers: { 'x-forwarded-for': forwarded, 'content-type': 'application/json' },
        payload: '{}',
      });
    for (let i = 0; i < 30; i++) assert.equal((await post('2001:db8::1')).statusCode, 200);
    assert.equal((await post('2001:db8::2')).statusCode, 429);
    assert.equal((await post('2001:db8:0:1::2')).statusCode, 200);
    const answered = service.log.filter((line) => line.includes('"answered"'));
    assert.ok(answered.some((line) => JSON.parse(line).ip === '2001:db8:0:1::2'));
  });
});
