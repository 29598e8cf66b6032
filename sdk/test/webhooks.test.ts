import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newWebhookSecret } from '../../server/src/secrets.ts';
import { signatureHeaders } from '../../server/src/webhooks/sign.ts';
import {
  isErased,
  verifyWebhook,
  WebhookBodyInvalid,
  WebhookError,
  WebhookHeaderMissing,
  WebhookOutOfTime,
  WebhookSecretInvalid,
  WebhookSignatureWrong,
} from '../src/webhooks.ts';

const now = new Date('2026-03-04T09:15:30.000Z');
const secret = newWebhookSecret();
const event = {
  event: 'result',
  customId: 'site-2026-0002',
  sequence: 2,
  timestamp: '2026-03-04T09:15:00.000Z',
  test: false,
  type: 'commercial',
  data: { id: 7, customId: 'site-2026-0002', comment: 'é « ? » 😀' },
};
const body = JSON.stringify(event);

/** The headers with which accueil sends. */
const sent = (text: string | Uint8Array = body, secrets = [secret], at = now) => ({
  ...signatureHeaders({ webhookId: 'msg_1', body: text, secrets }, at),
});

describe('verifying a webhook', () => {
  it('a signed body, as text or bytes, returns its event', async () => {
    const bytes = new TextEncoder().encode(body);
    for (const given of [body, bytes, Buffer.from(body), Buffer.from(`..${body}`).subarray(2)]) {
      const verified = await verifyWebhook({ body: given, headers: sent(), secrets: secret, now });
      assert.deepEqual(verified, { ...event, webhookId: 'msg_1' });
    }
  });

  it('an erased event tells what is left of the person’s data', async () => {
    const data = { id: 7, customId: 'site-2026-0002', type: 'commercial.type.website', comment: null };
    const text = JSON.stringify({ ...event, event: 'erased', data });
    const erased = await verifyWebhook({ body: text, headers: sent(text), secrets: secret, now });
    assert.ok(isErased(erased));
    // Typed: each of these is null, whatever the kind.
    const gone: null = erased.data.comment;
    const by: null = erased.data.commentBy ?? null;
    assert.deepEqual([gone, by, erased.customId, erased.data.id], [null, null, 'site-2026-0002', 7]);
    assert.equal(isErased(await verifyWebhook({ body, headers: sent(), secrets: secret, now })), false);
  });

  it('headers are read as every runtime has them', async () => {
    const headers = sent();
    const loud = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const given of [headers, loud, lists, new Headers(headers)]) {
      const { webhookId } = await verifyWebhook({ body, headers: given, secrets: secret, now });
      assert.equal(webhookId, 'msg_1');
    }
  });

  it('the fixed vector of Standard Webhooks is accepted, but is no event', async () => {
    const vector = {
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      now: new Date(1614265330_000),
    };
    await assert.rejects(verifyWebhook(vector), WebhookBodyInvalid);
    await assert.rejects(verifyWebhook({ ...vector, body: `${vector.body} ` }), WebhookSignatureWrong);
  });

  it('either secret of a rotation is accepted, on both sides', async () => {
    const [old, next] = [newWebhookSecret(), newWebhookSecret()];
    const during = sent(body, [old, next]);
    for (const secrets of [old, next, [old, next], [newWebhookSecret(), next]]) {
      assert.ok(await verifyWebhook({ body, headers: during, secrets, now }));
    }
    assert.ok(await verifyWebhook({ body, headers: sent(body, [old]), secrets: [old, next], now }));
    assert.ok(await verifyWebhook({ body, headers: sent(body, [next]), secrets: [old, next], now }));
  });

  it('what was changed, or signed by another, is refused', async () => {
    const headers = sent();
    const signature = headers['webhook-signature'];
    const wrong: [string, object][] = [
      [`${body} `, headers],
      [body, sent(body, [newWebhookSecret()])],
      [body, { ...headers, 'webhook-id': 'msg_2' }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
      [body, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }],
      [body, { ...headers, 'webhook-signature': 'v1,' }],
      [body, { ...headers, 'webhook-signature': 'v1,%%%' }],
      [body, { ...headers, 'webhook-signature': signature.slice(0, -8) }],
      [JSON.stringify(JSON.parse(body), null, 2), headers],
    ];
    for (const [changed, given] of wrong) {
      await assert.rejects(
        verifyWebhook({ body: changed, headers: { ...given }, secrets: secret, now }),
        WebhookSignatureWrong,
        JSON.stringify(given),
      );
    }
  });

  it('a header that is missing, or there twice, is named', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)
      for (const [value, message] of [
        [undefined, `${name} is missing`],
        [['1', '2'], `${name} is there 2 times`],
      ] as const) {
        const headers = { ...sent(), [name]: value };
        await assert.rejects(verifyWebhook({ body, headers, secrets: secret, now }), {
          constructor: WebhookHeaderMissing,
          message,
        });
      }
  });

  it('no body, or a parsed one, is a TypeError', async () => {
    for (const given of [undefined, null, event, [], new TextEncoder().encode(body).buffer]) {
      const request = { body, headers: sent(), secrets: secret, now };
      // As who writes no TypeScript does it.
      Object.assign(request, { body: given });
      await assert.rejects(verifyWebhook(request), { constructor: TypeError, message: /^body: expected/ });
    }
  });

  it('what was sent too long ago, or will be, is refused', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    for (const seconds of [-301, 301]) {
      const headers = sent(body, [secret], at(seconds));
      await assert.rejects(verifyWebhook({ body, headers, secrets: secret, now }), WebhookOutOfTime);
      assert.ok(await verifyWebhook({ body, headers, secrets: secret, now, toleranceSeconds: 302 }));
    }
    for (const seconds of [-300, 300]) {
      assert.ok(
        await verifyWebhook({ body, headers: sent(body, [secret], at(seconds)), secrets: secret, now }),
      );
    }
    const today = sent(body, [secret], new Date());
    assert.ok(await verifyWebhook({ body, headers: today, secrets: secret }), 'the time is that of today');
  });

  it('nothing is checked with less than a secret', async () => {
    for (const secrets of [[], '', 'whsec_', 'whsec_not base64', 'c2VjcmV0', [secret, ''], 'whsec_A']) {
      await assert.rejects(verifyWebhook({ body, headers: sent(), secrets, now }), WebhookSecretInvalid);
    }
  });

  it('a signed body that is no event is refused', async () => {
    const bodies = [
      'no JSON',
      'null',
      '[]',
      '{}',
      JSON.stringify({ ...event, type: 'commercial', data: null }),
      JSON.stringify({ ...event, type: 'other' }),
      JSON.stringify({ ...event, sequence: '2' }),
      Uint8Array.of(0x22, 0xff, 0x22),
    ];
    for (const text of bodies) {
      await assert.rejects(
        verifyWebhook({ body: text, headers: sent(text), secrets: secret, now }),
        WebhookBodyInvalid,
      );
    }
  });

  it('tests of an endpoint and unknown events and fields are returned', async () => {
    const test = {
      ...{ event: 'test', customId: null, sequence: 0, timestamp: 'x', test: true, type: null, data: null },
    };
    const unknown = { ...event, event: 'moved', data: { ...event.data, ward: 'B' } };
    for (const one of [test, unknown]) {
      const text = JSON.stringify(one);
      const verified = await verifyWebhook({ body: text, headers: sent(text), secrets: secret, now });
      assert.deepEqual(verified, { ...one, webhookId: 'msg_1' });
    }
  });

  it('no error of a webhook shows the secret', async () => {
    const given = { body: `${body} `, headers: sent(), now };
    for (const secrets of [secret, `${secret}!`]) {
      await assert.rejects(verifyWebhook({ ...given, secrets }), (error) => {
        assert.ok(error instanceof WebhookError);
        return !`${error.stack}`.includes(secret.slice(6));
      });
    }
  });
});
