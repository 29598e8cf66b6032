import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../secrets.ts';
import { signatureHeaders } from './sign.ts';

const webhookId = 'msg_p5jXN8AQM9LWM0D4loKWxJek';

describe('signatures', () => {
  it('a signature is the one of the fixed vector', () => {
    const headers = signatureHeaders(
      { webhookId, body: '{"test": 2432232314}', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
      new Date('2021-02-25T15:02:10.999Z'),
    );
    assert.deepEqual(headers, {
      'webhook-id': webhookId,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('the public verifier accepts signatures of text and of bytes', () => {
    const secret = newWebhookSecret();
    const body = '{"comment":"Rappelée à 14 h 30, « très intéressée » 😀"}';
    const headers = signatureHeaders({ webhookId, body, secrets: [secret] }, new Date());
    const ofBytes = signatureHeaders({ webhookId, body: Buffer.from(body), secrets: [secret] }, new Date());
    assert.deepEqual(new Webhook(secret).verify(body, { ...headers }), JSON.parse(body));
    assert.deepEqual(new Webhook(secret).verify(body, { ...ofBytes }), JSON.parse(body));
    assert.throws(
      () => new Webhook(newWebhookSecret()).verify(body, { ...headers }),
      /No matching signature/,
    );
    assert.throws(() => new Webhook(secret).verify(`${body} `, { ...headers }), /No matching signature/);
  });

  it('nothing is signed with less than a secret', () => {
    const wrong = [[], [''], ['whsec_'], ['whsec_not base64'], ['c2VjcmV0'], [newWebhookSecret(), 'whsec_']];
    for (const secrets of wrong) {
      assert.throws(() => signatureHeaders({ webhookId, body: '{}', secrets }, new Date()), /secret/);
    }
  });
});
