import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

/** What is signed: an event's id and the bytes fixed when it was written. */
export interface Signed {
  /** `msg_…`, the same at each attempt. */
  readonly webhookId: string;
  readonly body: string | Uint8Array;
  /** `whsec_…`; two during a rotation, with one signature each. */
  readonly secrets: readonly string[];
}

/** The headers of one attempt, as Standard Webhooks defines them. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  /** Unix time of this attempt, in seconds. */
  readonly 'webhook-timestamp': string;
  /** `v1,<base64>`; several are separated by spaces. */
  readonly 'webhook-signature': string;
}

/**
 * Signs an attempt made at `at`: HMAC-SHA256 over `id.timestamp.body`.
 * Throws when there is no secret or one is not `whsec_` and base64, so that nothing is ever sent unsigned.
 */
export function signatureHeaders({ webhookId, body, secrets }: Signed, at: Date): SignatureHeaders {
  if (secrets.length === 0) throw new Error('There is no secret to sign with');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${webhookId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  // Buffer.from silently skips invalid base64, and HMAC accepts an empty key.
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) throw new Error('A webhook secret is not whsec_ and base64');
  return Buffer.from(encoded, 'base64');
}
