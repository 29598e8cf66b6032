import { createHmac, timingSafeEqual } from 'node:crypto';

/** In letters of base64url: of SHA-256, and of its first 128 bits. */
const hashLength = 43;
const tokenLength = hashLength + 22;

/** As it is stored (objections.ts). */
export interface Objection {
  readonly hash: string;
  readonly kind: 'phone' | 'email';
}

/**
 * What a link holds by which a person objects to being contacted: the hash of the objection, and 128 bits that prove that it
 * is ours, and of which kind. It is stored nowhere.
 */
export function objectionToken(objection: Objection, contentKey: string): string {
  return `${objection.hash}${proofOf(objection, contentKey)}`;
}

/** The objection of a token; undefined for one that is not ours. */
export function objectionIn(token: string, contentKey: string): Objection | undefined {
  if (token.length !== tokenLength || !/^[\w-]+$/.test(token)) return undefined;
  const [hash, proof] = [token.slice(0, hashLength), token.slice(hashLength)];
  return (['email', 'phone'] as const)
    .map((kind) => ({ hash, kind }))
    .find((one) => timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(one, contentKey))));
}

/** Where a person objects. */
export const objectionLink = (linkUrl: string, token: string) => `${linkUrl}/o/${token}`;

/** As long as the link of anybody. */
export const sampleLink = (linkUrl: string) => objectionLink(linkUrl, 'x'.repeat(tokenLength));

function proofOf({ hash, kind }: Objection, contentKey: string): string {
  const mac = createHmac('sha256', contentKey).update(`objection link:${kind}:${hash}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}
