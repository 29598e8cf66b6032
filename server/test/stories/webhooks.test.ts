// Events on their way, as an operator and a receiver see them: real processes, real sockets.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { password } from '../../../tools/harness/service-process.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { answerOf, type Env, refusal } from '../fixtures/command-line.ts';
import { firstAdmin, openProcessDesk } from '../fixtures/process-desk.ts';
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

type ProcessDesk = Awaited<ReturnType<typeof openProcessDesk>>;

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
    FIRST_ADMIN: firstAdmin,
    METRICS_TOKEN: 'metrics-token-of-the-tests',
  };
  return { env, receiver };
}

/** Asks until a delivery is as expected. Its state is written after the receiver has answered. */
async function shownWhen(desk: ProcessDesk, id: number, expected: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = await desk<Shown>('GET', `/desk/deliveries/${id}`);
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
    const desk = await openProcessDesk(service.url);
    const endpoint = '/desk/endpoints/1';
    const test = async () => (await desk<{ deliveryId: number }>('POST', `${endpoint}/test`)).deliveryId;
    const verify = ({ headers, body }: Received, secret = webhookSecret) =>
      new Webhook(secret).verify(body, headers as Record<string, string>);

    const id = await test();
    const got = await receiver.next();
    const { timestamp: _, ...event } = verify(got) as Record<string, unknown>;
    const tested = { event: 'test', customId: null, sequence: 0, test: true, type: null, data: null };
    assert.deepEqual(event, tested);
    const shown = await shownWhen(desk, id, ({ state }) => state === 'delivered');
    assert.equal(shown.webhookId, got.headers['webhook-id']);
    assert.deepEqual(
      shown.log.map(({ status, cause }) => [status, cause]),
      [[200, null]],
    );

    await desk('POST', `/desk/deliveries/${id}/resend`);
    const again = await receiver.next();
    assert.deepEqual([again.headers['webhook-id'], again.body], [got.headers['webhook-id'], got.body]);

    const { secret } = await desk<{ secret: string }>('POST', `${endpoint}/rotate`);
    await desk('PATCH', endpoint, { header: 'X-Api-Key: of the receiver' });
    await test();
    const rotated = await receiver.next();
    assert.equal(rotated.headers['x-api-key'], 'of the receiver');
    verify(rotated);
    verify(rotated, secret);

    receiver.answerWith(410);
    const gone = await test();
    await receiver.next();
    const held = await shownWhen(desk, gone, ({ state }) => state === 'held');
    assert.equal(held.log[0]?.status, 410);
    const { data } = await desk<{ data: { state: string; waiting: number }[] }>('GET', '/desk/endpoints');
    assert.deepEqual([data[0]?.state, data[0]?.waiting], ['off', 1]);
    receiver.answerWith(200);
    await desk('PATCH', endpoint, { state: 'on' });
    assert.equal((await receiver.next()).headers['webhook-id'], held.webhookId);
    await shownWhen(desk, gone, ({ state }) => state === 'delivered');

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

  it('an address of no use is refused with its caller', async (t) => {
    const { env } = await given(t, 'sqlite');
    await refusal(['worker'], env, /On SQLite one process does everything/);
    await refusal(['serve', '--without-worker'], env, /On SQLite one process does everything/);

    const strict = { ...env, WEBHOOK_ALLOW: '10.0.0.0/8' };
    for (const [url, says] of [
      ['http://127.0.0.1:3000/', /127\.0\.0\.1 is not a public address/],
      ['http://203.0.114.7/', /Only https/],
    ] as const)
      await refusal(['caller', 'add', 'Refused', '--webhook', url], strict, says);
    await answerOf(['caller', 'add', 'Agence', '--webhook', 'http://10.1.2.3/'], strict);
  });

  it('a worker delivers for services that leave it to that, and counts on /metrics', async (t) => {
    const { env, receiver } = await given(t, 'postgres');
    await answerOf(['caller', 'add', 'Agence', '--webhook', receiver.url], env);
    const serving = await startFor(t, { env, command: ['serve', '--without-worker'] });
    const desk = await openProcessDesk(serving.url);
    const { deliveryId: id } = await desk<{ deliveryId: number }>('POST', '/desk/endpoints/1/test');
    const worker = await startFor(t, { env, command: ['worker'] });
    await receiver.next();
    await shownWhen(desk, id, ({ state }) => state === 'delivered');
    const get = (path: string, token = env.METRICS_TOKEN) =>
      fetch(`${worker.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    for (const path of ['/health/live', '/health/ready']) assert.equal((await get(path)).status, 200);
    const metrics = await (await get('/metrics')).text();
    assert.match(metrics, /accueil_webhook_attempts_total\{verdict="delivered"\} 1/);
    assert.equal((await get('/metrics', 'another-token')).status, 401);
    for (const path of ['/', '/fr/customId/a', '/docs']) assert.equal((await get(path)).status, 404);
    for (const process of [serving, worker]) {
      process.kill('SIGTERM');
      assert.deepEqual(await process.ended, { code: 0, signal: null });
    }
  });
});
