// Events on their way, as an operator and a receiver see them: real processes, real sockets, the command line.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { password } from '../../../tools/harness/service-process.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { answerOf, directUntil, type Env, refusal } from '../fixtures/command-line.ts';
import { openReceiver, type Received } from '../fixtures/receiver.ts';
import { newDatabase, secretKey } from '../fixtures/service.ts';
import { startFor } from '../fixtures/started-process.ts';

/** A receiver that answers with the status it is told, and hands out what it gets in order. */
async function startReceiver() {
  const waiting: ((got: Received) => void)[] = [];
  const got: Received[] = [];
  let status = 200;
  const { url, close } = await openReceiver((response, received) => {
    response.writeHead(status).end('seen\u001b[2J');
    const waits = waiting.shift();
    if (waits === undefined) got.push(received);
    else waits(received);
  });
  return {
    url: `${url}/in`,
    close,
    answerWith: (next: number) => {
      status = next;
    },
    /** The next that comes, or has come. */
    async next(): Promise<Received> {
      return got.shift() ?? new Promise((resolve) => waiting.push(resolve));
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

/** Settings of a database, with a receiver. */
async function given(t: TestContext, engine: Engine) {
  const place = await newDatabase(engine);
  t.after(() => place.remove());
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const env: Env = {
    ...place.env,
    SECRET_KEY: secretKey,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    FIRST_PASSWORD: password,
    METRICS_TOKEN: 'metrics-token-of-the-tests',
  };
  return { env, receiver };
}

/** Asks until a delivery is as expected. Its state is written after the receiver has answered. */
async function shownWhen(env: Env, id: number, expected: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = await answerOf<Shown>(['webhook', 'show', String(id)], env);
    if (expected(shown)) return shown;
  }
}

describe('webhooks', () => {
  it('a webhook is signed, shown with each attempt, sent again, held back and let go', async (t) => {
    const { env, receiver } = await given(t, 'sqlite');
    const service = await startFor(t, { env });
    const { webhookSecret } = await answerOf<{ webhookSecret: string }>(
      ['caller', 'add', 'Agence', '--webhook', receiver.url],
      env,
    );
    const [endpoint] = await answerOf<{ id: number; state: string }[]>(['webhook', 'endpoints'], env);
    assert.ok(endpoint);
    const test = () => answerOf<{ id: number }>(['webhook', 'test', String(endpoint.id)], env);
    const verify = ({ headers, body }: Received, secret = webhookSecret) =>
      new Webhook(secret).verify(body, headers as Record<string, string>);

    const { id } = await test();
    const got = await receiver.next();
    const { timestamp: _, ...event } = verify(got) as Record<string, unknown>;
    const tested = { event: 'test', customId: null, sequence: 0, test: true, type: null, data: null };
    assert.deepEqual(event, tested);
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

    const metrics = await fetch(`${service.url}/metrics`, {
      headers: { authorization: 'Bearer metrics-token-of-the-tests' },
    });
    const measured = await metrics.text();
    assert.match(measured, /accueil_webhook_attempts_total\{verdict="delivered"\} 4/);
    assert.match(measured, /accueil_webhook_attempts_total\{verdict="gone"\} 1/);
    assert.match(service.output(), /"webhook delivered"/);
    assert.match(service.output(), /no longer served/);
    assert.doesNotMatch(service.output(), /whsec_/);
    service.kill('SIGTERM');
    assert.deepEqual(await service.ended, { code: 0, signal: null });
  });

  it('webhook commands name what is missing, and refuse addresses of no use', async (t) => {
    const { env, receiver } = await given(t, 'sqlite');
    await answerOf(['caller', 'add', 'Agence', '--webhook', receiver.url], env);
    const dry = ['webhook', 'resend', '--failed-since', '2026-01-01', '--dry-run'];
    assert.deepEqual(await answerOf(dry, env), { deliveries: 0, dryRun: true });
    assert.deepEqual(await answerOf(['webhook', 'list', '--failed'], env), []);
    await refusal(['webhook', 'resend'], env, /either the id of a delivery or --failed-since/);
    for (const command of ['resend', 'show'])
      await refusal(['webhook', command, '999'], env, /There is no delivery 999/);
    for (const command of ['test', 'on', 'off', 'rotate'])
      await refusal(['webhook', command, '999'], env, /There is no endpoint 999/);
    await refusal(['webhook', 'add', 'Nobody', 'https://example.org'], env, /There is no caller Nobody/);
    await refusal(['worker'], env, /On SQLite one process does everything/);
    await refusal(['serve', '--without-worker'], env, /On SQLite one process does everything/);

    const strict = { ...env, WEBHOOK_ALLOW: '10.0.0.0/8' };
    for (const [url, says] of [
      ['http://127.0.0.1:3000/', /127\.0\.0\.1 is not a public address/],
      ['http://203.0.114.7/', /Only https/],
    ] as const) {
      await refusal(['webhook', 'add', 'Agence', url], strict, says);
      await refusal(['caller', 'add', 'Refused', '--webhook', url], strict, says);
    }
    await answerOf(['webhook', 'add', 'Agence', 'http://10.1.2.3/'], strict);
    const second = ['Agence', 'https://second.example.org/', '--events', 'result,processed'];
    const added = await answerOf<Record<string, unknown>>(['webhook', 'add', ...second], env);
    assert.deepEqual(Object.keys(added), ['id', 'url', 'events', 'webhookSecret']);
    assert.deepEqual(added.events, ['result', 'processed']);
    assert.equal((await answerOf<object[]>(['webhook', 'endpoints'], env)).length, 3);
    const callers = await answerOf<{ name: string; webhook: string }[]>(['caller', 'list'], env);
    // With two endpoints it still is one caller.
    assert.deepEqual(
      callers.filter(({ name }) => name !== 'site').map(({ webhook }) => webhook),
      [receiver.url],
    );
  });

  it('a worker delivers for services that leave it to that, and counts on /metrics', async (t) => {
    const { env, receiver } = await given(t, 'postgres');
    await answerOf(['caller', 'add', 'Agence', '--webhook', receiver.url], env);
    const stop = Promise.withResolvers<void>();
    const quiet = { ...env, LOG_LEVEL: 'silent', PORT: '0' };
    const serving = directUntil(stop.promise, ['serve', '--without-worker'], quiet);
    const { id } = await answerOf<{ id: number }>(['webhook', 'test', '1'], env);
    const worker = await startFor(t, { env, command: ['worker'] });
    await receiver.next();
    await shownWhen(env, id, ({ state }) => state === 'delivered');
    const get = (path: string, token = env.METRICS_TOKEN) =>
      fetch(`${worker.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    for (const path of ['/health/live', '/health/ready']) assert.equal((await get(path)).status, 200);
    const metrics = await (await get('/metrics')).text();
    assert.match(metrics, /accueil_webhook_attempts_total\{verdict="delivered"\} 1/);
    assert.equal((await get('/metrics', 'another-token')).status, 401);
    for (const path of ['/', '/fr/customId/a', '/docs']) assert.equal((await get(path)).status, 404);
    stop.resolve();
    worker.kill('SIGTERM');
    assert.deepEqual(await worker.ended, { code: 0, signal: null });
    const { code, stderr } = await serving;
    assert.equal(code, 0, stderr);
  });
});
