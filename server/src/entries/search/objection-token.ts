import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What a link holds by which a person objects to being contacted: the hash of the objection (objections.ts), and 128 bits
 * that prove that it is ours. It is stored nowhere.
 */
export function objectionToken(hash: string, contentKey: string): string {
  return `${hash}${proofOf(hash, contentKey)}`;
}

/** The hash of the objection; undefined for a token that is not ours. */
export function objectionIn(token: string, contentKey: string): string | undefined {
  const [, hash = '', proof = ''] = /^([\w-]{43})([\w-]{22})$/.exec(token) ?? [];
  const expected = Buffer.from(proofOf(hash, contentKey));
  return proof !== '' && timingSafeEqual(Buffer.from(proof), expected) ? hash : undefined;
}

function proofOf(hash: string, contentKey: string): string {
  const mac = createHmac('sha256', contentKey).update(`objection link:${hash}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}
