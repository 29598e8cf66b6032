import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dynamicStatement } from '../../src/store/statement.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { openDesk, signIn } from '../fixtures/desk.ts';
import { connectTo, listen } from '../fixtures/raw-http.ts';
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

  it('are limited to 20 in 5 minutes and address', async () => {
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

  it('are forgotten after 5 minutes when the time of day was set back meanwhile', async () => {
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

  it('never keep a right password or token out', async () => {
    const remoteAddress = '198.51.100.3';
    await guessAll(remoteAddress);
    assert.equal((await guess(remoteAddress)).statusCode, 429);
    assert.equal((await guess(remoteAddress, service.query)).statusCode, 200);
    const test = await service.app.inject({
      method: 'POST',
      url: '/appli/partner/test',
      remoteAddress,
      headers: { authorization: `Bearer ${service.token}` },
    });
    assert.equal(test.body, '"OK"');
  });

  it('are not those that miss a password, nor requests that are wrong otherwise', async () => {
    const remoteAddress = '198.51.100.4';
    for (let i = 0; i < 30; i++) {
      assertFailure(await guess(remoteAddress, ''), 401, 'UNAUTHORIZED');
      assertFailure(await guess(remoteAddress, `${service.query}&etablissement=2`), 400, 'INVALID');
      await service.app.inject({ method: 'POST', url: '/appli/partner/test', remoteAddress });
    }
    assertFailure(await guess(remoteAddress), 401, 'UNAUTHORIZED');
  });

  it('of tokens and of passwords count together, on every route, in the shape of each API', async () => {
    const remoteAddress = '198.51.100.5';
    const token = () =>
      service.app.inject({
        method: 'POST',
        url: '/appli/partner/orientation',
        remoteAddress,
        headers: { authorization: 'Bearer tok_guess', 'content-type': 'application/json' },
        payload: '{}',
      });
    const creation = () =>
      service.app.inject({
        method: 'POST',
        url: '/fr/announcement/postuler?password=pw_guess',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      });
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

  it('count for a whole IPv6 /64, and an IPv4 address is one however it is written', async () => {
    for (let i = 0; i < 20; i++) assert.equal((await guess(`2001:db8:1:2:${i}::${i}`)).statusCode, 401);
    assert.equal((await guess('2001:db8:1:2:ffff:ffff:ffff:ffff')).statusCode, 429);
    assert.equal((await guess('2001:db8:1:3::1')).statusCode, 401);
    for (let i = 0; i < 20; i++) assert.equal((await guess('198.51.100.6')).statusCode, 401);
    assert.equal((await guess('::ffff:198.51.100.6')).statusCode, 429);
  });
});

const slowRead = dynamicStatement(
  () => sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000)
    select count(*) as count from n`,
);

onSqlite('the desk when 1,500 lists are asked for at once', (engine) => {
  const lists = '/desk/entries?kind=commercial&q=martin';
  let service: TestService;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'fatal' });
    await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, { customId: 'known' });
  });
  after(() => service.close());

  it('makes their user wait, and nobody else', async () => {
    const grants = [{ role: 'reader', establishmentId: null }] as const;
    const greedy = await signIn(service, grants);
    // One more session of the same user.
    const again = await openDesk(service, greedy.email, greedy.userId);
    for (const { get } of [greedy, again]) assert.equal((await get(lists)).statusCode, 200);
    const other = await signIn(service, grants, 'Karim Benali');
    const asked = Array.from({ length: 1_500 }, (_, i) =>
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
    assert.ok(refused.length > 1_000, `${refused.length} refused`);
    assert.ok(refused.length < 1_500 - 100, `${refused.length} refused`);
    assert.equal((await greedy.get(lists)).statusCode, 200);
  });

  it('refuses sessions that a stranger makes up, and nobody else', async () => {
    const { get } = await signIn(service);
    assert.equal((await get(lists)).statusCode, 200);
    const strangers = Array.from({ length: 1_500 }, (_, i) =>
      service.get(lists, { cookie: `accueil=made-up-${i}` }),
    );
    const lead = service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
    for (const answer of await Promise.all([get(lists), lead]))
      assert.equal(answer.statusCode, 200, answer.body);
    for (const { statusCode } of await Promise.all(strangers)) assert.match(String(statusCode), /^4(01|29)$/);
  });

  it('handles no more of them for a user who hangs up', async () => {
    const { background } = service.database;
    const port = await listen(service.app);
    const [greedy, other] = [await signIn(service), await signIn(service)];
    for (const { get } of [greedy, other]) assert.equal((await get(lists)).statusCode, 200);
    const sockets = await Promise.all(Array.from({ length: 120 }, () => connectTo(port)));
    const responses: ServerResponse[] = [];
    service.app.server.on('request', (_, response) => responses.push(response));
    let answered = 0;
    const refused = Promise.withResolvers<void>();
    // As many as are read at a time, or more.
    const slow = Promise.allSettled(Array.from({ length: 3 }, () => background.all(slowRead, {})));
    for (const socket of sockets) socket.once('data', () => ++answered === 16 && refused.resolve());
    for (const socket of sockets)
      socket.write(`GET ${lists} HTTP/1.1\r\nhost: x\r\ncookie: ${greedy.headers.cookie}\r\n\r\n`);
    await refused.promise;
    for (const socket of sockets) socket.destroy();
    // Until the service has noticed.
    await Promise.all(responses.map((response) => response.closed || once(response, 'close')));
    assertFailure(await service.get(lists, greedy.headers), 429, 'RATELIMIT');
    await slow;
    for (const { get } of [other, greedy]) assert.equal((await get(lists)).statusCode, 200);
  });
});

onSqlite('behind proxies', (engine) => {
  async function withProxies(trusted: string, test: (service: TestService) => Promise<void>): Promise<void> {
    const service = await startService(engine, trusted === '' ? {} : { TRUSTED_PROXIES: trusted });
    try {
      await test(service);
    } finally {
      await service.close();
    }
  }
  const guess = (service: TestService, remoteAddress: string, forwarded?: string) =>
    service.app.inject({
      url: '/fr/jobs?password=pw_guess',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
  const warnings = (service: TestService) => service.log.filter((line) => line.includes('TRUSTED_PROXIES'));

  describe('an untrusted peer', () => {
    it('is its own address, whatever it says, and a line warns of it once', () =>
      withProxies('', async (service) => {
        for (let i = 0; i < 20; i++)
          assert.equal((await guess(service, '10.0.0.1', `203.0.113.${i}`)).statusCode, 401);
        assert.equal((await guess(service, '10.0.0.1', '203.0.113.200')).statusCode, 429);
        assert.equal(warnings(service).length, 1);
        assert.equal(JSON.parse(warnings(service)[0] ?? '').peer, '10.0.0.1');
      }));

    it('is so too when others are trusted', () =>
      withProxies('10.0.0.0/8', async (service) => {
        for (let i = 0; i < 20; i++) {
          assert.equal((await guess(service, '192.0.2.1', `203.0.113.${i}`)).statusCode, 401);
        }
        assert.equal((await guess(service, '192.0.2.1', '203.0.113.200')).statusCode, 429);
        assert.equal(warnings(service).length, 1);
      }));
  });

  it('a trusted peer speaks for the address that it names', () =>
    withProxies('10.0.0.0/8,::1', async (service) => {
      for (const peer of ['10.1.2.3', '::1', '::ffff:10.1.2.3']) {
        const client = `203.0.113.${peer.length}`;
        for (let i = 0; i < 20; i++) assert.equal((await guess(service, peer, client)).statusCode, 401, peer);
        assert.equal((await guess(service, peer, client)).statusCode, 429);
        assert.equal((await guess(service, peer, '203.0.113.99')).statusCode, 401);
      }
      assert.equal(warnings(service).length, 0);
      const answered = service.log.filter((line) => line.includes('"answered"'));
      assert.ok(answered.some((line) => JSON.parse(line).ip === '203.0.113.99'));
    }));

  it('what a client itself wrote before a trusted peer’s word does not count', () =>
    withProxies('10.0.0.0/8', async (service) => {
      for (let i = 0; i < 20; i++) {
        const answer = await guess(service, '10.0.0.1', `192.0.2.${i}, 203.0.113.7, 10.0.0.2`);
        assert.equal(answer.statusCode, 401);
      }
      assert.equal((await guess(service, '10.0.0.1', '203.0.113.7')).statusCode, 429);
    }));

  it('an address with a port is that address', () =>
    withProxies('10.0.0.0/8', async (service) => {
      const written: [address: string, (port: number) => string][] = [
        ['203.0.113.2', (port) => `203.0.113.2:${port}`],
        ['2001:db8::1', (port) => `[2001:db8::1]:${port}, 10.0.0.2:${port}`],
        ['2001:db8:1::1', () => '[2001:db8:1::1]'],
      ];
      for (const [address, withPort] of written) {
        for (let i = 0; i < 20; i++)
          assert.equal((await guess(service, '10.0.0.1', withPort(4711 + i))).statusCode, 401);
        assert.equal((await guess(service, '10.0.0.1', withPort(1))).statusCode, 429, address);
        assert.equal((await guess(service, '10.0.0.1', address)).statusCode, 429, address);
      }
      assert.equal((await guess(service, '10.0.0.1', '203.0.113.3:4711')).statusCode, 401);
      assert.equal(warnings(service).length, 0);
    }));

  it('what is no address counts as the proxy that passed it on', () =>
    withProxies('10.0.0.0/8', async (service) => {
      const wrong = [
        'unknown',
        '',
        ', ,',
        '999.1.1.1',
        '<script>',
        '203.0.113.7:port',
        '[203.0.113.7',
        '1',
        'a'.repeat(5_000),
      ];
      for (let i = 0; i < 20; i++) {
        const forwarded = `192.0.2.${i}, ${wrong[i % wrong.length]}`;
        assert.equal((await guess(service, '10.0.0.1', forwarded)).statusCode, 401, forwarded);
      }
      assert.equal((await guess(service, '10.0.0.1', 'unknown')).statusCode, 429);
      assert.equal((await guess(service, '10.0.0.1', 'another')).statusCode, 429);
      // When the address before it is malformed, the last known proxy counts as the client.
      assert.equal((await guess(service, '10.0.0.1', 'another, 10.0.0.9')).statusCode, 401);
      assert.equal(warnings(service).length, 0);
    }));

  it('a browser password’s limit goes by the address that is named', () =>
    withProxies('10.0.0.0/8', async (service) => {
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
    }));
});
