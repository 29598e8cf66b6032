// Events on their way, as an operator and a receiver see them: real processes, real sockets, the command line.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { password, spawnProcess, startProcess } from '../../../tools/harness/service-process.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { answerOf, directUntil, type Env, refusal } from '../fixtures/command-line.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

/** A request that a receiver got. */
interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on a socket of its own, which answers with the status it is told. */
async function startReceiver() {
  const waiting: ((got: Got) => void)[] = [];
  const got: Got[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(status).end('seen\u001b[2J');
      const one = { headers: request.headers, body };
      const waits = waiting.shift();
      if (waits === undefined) got.push(one);
      else waits(one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in`,
    answerWith: (next: number) => {
      status = next;
    },
    /** The next that comes, or has come. */
    next: () =>
      new Promise<Got>((resolve) => {
        const one = got.shift();
        if (one === undefined) waiting.push(resolve);
        else resolve(one);
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Shown {
  readonly state: string;
  readonly webhookId: string;
  readonly attempts: number;
  readonly log: readonly {
    readonly status: number;
    readonly cause: string | null;
    readonly answer: string;
  }[];
}

/** Settings of a database with a receiver for all tests of a suite. */
function openPlace(engine: Engine) {
  let opened: { env: Env; receiver: Awaited<ReturnType<typeof startReceiver>> } | undefined;
  let place: Awaited<ReturnType<typeof newDatabase>>;
  before(async () => {
    place = await newDatabase(engine);
    const env = {
      ...place.env,
      SECRET_KEY: secretKey,
      WEBHOOK_ALLOW: '127.0.0.0/8',
      FIRST_PASSWORD: password,
      METRICS_TOKEN: 'metrics-token-of-the-tests',
    };
    opened = { env, receiver: await startReceiver() };
  });
  after(async () => {
    await opened?.receiver.close();
    await place.remove();
  });
  return () => {
    assert.ok(opened);
    return opened;
  };
}

/** Asks until a delivery is as expected. Its state is written after the receiver has answered. */
async function shownWhen(env: Env, id: number, expected: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = await answerOf<Shown>(['webhook', 'show', String(id)], env);
    if (expected(shown)) return shown;
  }
}

onSqlite('webhooks', (engine) => {
  const opened = openPlace(engine);

  it('are signed, shown with each attempt, sent again, held back and let go', async () => {
    const { env, receiver } = opened();
    const service = await startProcess({ env });
    try {
      const { webhookSecret } = await answerOf<{ webhookSecret: string }>(
        ['caller', 'add', 'Agence', '--webhook', receiver.url],
        env,
      );
      const [endpoint] = await answerOf<{ id: number; state: string }[]>(['webhook', 'endpoints'], env);
      assert.ok(endpoint);
      const test = () => answerOf<{ id: number }>(['webhook', 'test', String(endpoint.id)], env);
      const verify = ({ headers, body }: Got, secret = webhookSecret) =>
        new Webhook(secret).verify(body, headers as Record<string, string>);

      const { id } = await test();
      const got = await receiver.next();
      assert.deepEqual(
        Object.entries(verify(got) as object).filter(([key]) => key !== 'timestamp'),
        [
          ['event', 'test'],
          ['customId', null],
          ['sequence', 0],
          ['test', true],
          ['type', null],
          ['data', null],
        ],
      );
      const shown = await shownWhen(env, id, ({ state }) => state === 'delivered');
      assert.equal(shown.webhookId, got.headers['webhook-id']);
      assert.deepEqual(
        shown.log.map(({ status, cause }) => [status, cause]),
        [[200, null]],
      );

      assert.deepEqual(await answerOf(['webhook', 'resend', String(id)], env), {
        deliveries: 1,
        dryRun: false,
      });
      const again = await receiver.next();
      assert.deepEqual([again.headers['webhook-id'], again.body], [got.headers['webhook-id'], got.body]);

      const { webhookSecret: newSecret } = await answerOf<{ webhookSecret: string }>(
        ['webhook', 'rotate', String(endpoint.id)],
        env,
      );
      await test();
      const rotated = await receiver.next();
      verify(rotated);
      verify(rotated, newSecret);

      receiver.answerWith(410);
      const gone = await test();
      await receiver.next();
      const held = await shownWhen(env, gone.id, ({ state }) => state === 'held');
      assert.equal(held.log[0]?.status, 410);
      const [off] = await answerOf<{ state: string; waiting: number; reason: string }[]>(
        ['webhook', 'endpoints'],
        env,
      );
      assert.deepEqual([off?.state, off?.waiting], ['off', 1]);
      receiver.answerWith(200);
      await answerOf(['webhook', 'on', String(endpoint.id)], env);
      assert.equal((await receiver.next()).headers['webhook-id'], held.webhookId);
      await shownWhen(env, gone.id, ({ state }) => state === 'delivered');

      const list = await answerOf<{ id: number; state: string }[]>(['webhook', 'list', '--limit', '1'], env);
      assert.deepEqual(
        list.map((one) => [one.id, one.state]),
        [[gone.id, 'delivered']],
      );
      const metrics = await fetch(`${service.url}/metrics`, {
        headers: { authorization: 'Bearer metrics-token-of-the-tests' },
      });
      const measured = await metrics.text();
      assert.match(measured, /accueil_webhook_attempts_total\{verdict="delivered"\} 4/);
      assert.match(measured, /accueil_webhook_attempts_total\{verdict="gone"\} 1/);
      assert.match(service.output(), /"webhook delivered"/);
      assert.match(service.output(), /no longer served/);
      assert.doesNotMatch(service.output(), /whsec_/);
    } finally {
      service.kill('SIGTERM');
    }
    assert.deepEqual(await service.ended, { code: 0, signal: null });
  });

  it('are counted before they are sent again, and only what exists can be', async () => {
    const { env } = opened();
    const dry = ['webhook', 'resend', '--failed-since', '2026-01-01', '--dry-run'];
    assert.deepEqual(await answerOf(dry, env), { deliveries: 0, dryRun: true });
    assert.deepEqual(await answerOf(['webhook', 'list', '--failed'], env), []);
    await refusal(['webhook', 'resend'], env, /either the id of a delivery or --failed-since/);
    await refusal(['webhook', 'resend', '1', '--failed-since', '2026-01-01'], env, /either/);
    await refusal(['webhook', 'resend', '999'], env, /There is no delivery 999/);
    await refusal(['webhook', 'show', '999'], env, /There is no delivery 999/);
    for (const command of ['test', 'on', 'off', 'rotate']) {
      await refusal(['webhook', command, '999'], env, /There is no endpoint 999/);
    }
    await refusal(['webhook', 'add', 'Nobody', 'https://example.org'], env, /There is no caller Nobody/);
  });

  it('go to every endpoint of a caller, which still is one caller in the list', async () => {
    const { env, receiver } = opened();
    const url = 'https://second.example.org/';
    const added = await answerOf<Record<string, unknown>>(
      ['webhook', 'add', 'Agence', url, '--events', 'result,processed'],
      env,
    );
    assert.deepEqual(Object.keys(added), ['id', 'url', 'events', 'webhookSecret']);
    assert.deepEqual(added.events, ['result', 'processed']);
    const callers = await answerOf<{ name: string; webhook: string; passwords: unknown[] }[]>(
      ['caller', 'list'],
      env,
    );
    const agence = callers.filter(({ name }) => name === 'Agence');
    assert.deepEqual(
      agence.map(({ webhook, passwords }) => [webhook, passwords.length]),
      [[receiver.url, 1]],
    );
  });

  it('have no endpoint where nothing could be sent', async () => {
    const { env } = opened();
    const strict = { ...env, WEBHOOK_ALLOW: '10.0.0.0/8' };
    const before = await answerOf<unknown[]>(['webhook', 'endpoints'], env);
    for (const [url, says] of [
      ['http://127.0.0.1:3000/', /127\.0\.0\.1 is not a public address/],
      ['https://[::ffff:192.168.0.1]/', /192\.168\.0\.1 is not a public address/],
      ['http://203.0.114.7/', /Only https/],
    ] as const) {
      await refusal(['webhook', 'add', 'Agence', url], strict, says);
      await refusal(['caller', 'add', 'Refused', '--webhook', url], strict, says);
    }
    await refusal(
      ['webhook', 'add', 'Agence', 'http://hooks.example.org'],
      { ...env, WEBHOOK_ALLOW: '' },
      /Only https/,
    );
    assert.deepEqual(await answerOf(['webhook', 'endpoints'], env), before);
    const callers = await answerOf<{ name: string }[]>(['caller', 'list'], env);
    assert.ok(callers.every(({ name }) => name !== 'Refused'));
    await answerOf(['webhook', 'add', 'Agence', 'http://10.1.2.3/'], strict);
  });

  if (engine === 'sqlite')
    it('have no worker of their own on SQLite', async () => {
      const { env } = opened();
      await refusal(['worker'], env, /On SQLite one process does everything/);
      await refusal(['serve', '--without-worker'], env, /On SQLite one process does everything/);
    });
});

describe('webhooks of services on PostgreSQL', () => {
  const opened = openPlace('postgres');
  before(() => answerOf(['caller', 'add', 'Agence', '--webhook', opened().receiver.url], opened().env));

  it('are delivered by a worker beside services that leave it to that', async () => {
    const { env, receiver } = opened();
    const stop = Promise.withResolvers<void>();
    const quiet = { ...env, LOG_LEVEL: 'silent', PORT: '0' };
    const serving = directUntil(stop.promise, ['serve', '--without-worker'], quiet);
    const { id } = await answerOf<{ id: number }>(['webhook', 'test', '1'], env);
    const working = directUntil(stop.promise, ['worker'], quiet);
    await receiver.next();
    await shownWhen(env, id, ({ state }) => state === 'delivered');
    stop.resolve();
    for (const ended of [await serving, await working]) assert.equal(ended.code, 0, ended.stderr);
  });

  it('are counted by the worker that delivers them, on /metrics with the token', async () => {
    const { env, receiver } = opened();
    const worker = await startProcess({ env, command: ['worker'] });
    const get = (path: string, token = env.METRICS_TOKEN) =>
      fetch(`${worker.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    try {
      for (const path of ['/health/live', '/health/ready']) assert.equal((await get(path)).status, 200);
      const { id } = await answerOf<{ id: number }>(['webhook', 'test', '1'], env);
      await receiver.next();
      await shownWhen(env, id, ({ state }) => state === 'delivered');
      const metrics = await (await get('/metrics')).text();
      assert.match(metrics, /accueil_webhook_attempts_total\{verdict="delivered"\} 1/);
      assert.equal((await get('/metrics', 'another-token')).status, 401);
      for (const path of ['/', '/fr/customId/a', '/docs']) assert.equal((await get(path)).status, 404);
    } finally {
      worker.kill('SIGTERM');
    }
    assert.deepEqual(await worker.ended, { code: 0, signal: null });
  });

  it('are delivered by a worker that listens nowhere when there is no token', async () => {
    const { env } = opened();
    const { METRICS_TOKEN: _, ...withoutToken } = env;
    const worker = spawnProcess({ env: withoutToken, command: ['worker'] });
    await worker.says('delivering webhooks');
    worker.kill('SIGTERM');
    assert.deepEqual(await worker.ended, { code: 0, signal: null });
    assert.doesNotMatch(worker.output(), /listening/);
  });
});
