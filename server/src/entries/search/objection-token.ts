import { createHmac, timingSafeEqual } from 'node:crypto';

/** Letters of base64url that SHA-256 takes, and its first 128 bits. */
const [hashLength, proofLength] = [43, 22];
const written = new RegExp(`^([\\w-]{${hashLength}})([\\w-]{${proofLength}})$`);

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
  const [, hash, proof] = written.exec(token) ?? [];
  if (hash === undefined || proof === undefined) return undefined;
  return (['email', 'phone'] as const)
    .map((kind) => ({ hash, kind }))
    .find((one) => timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(one, contentKey))));
}

/** Where a person objects. */
export const objectionLink = (linkUrl: string, token: string) => `${linkUrl}/o/${token}`;

/** As long as the link of anybody. */
export const sampleLink = (linkUrl: string) => objectionLink(linkUrl, 'x'.repeat(hashLength + proofLength));

function proofOf({ hash, kind }: Objection, contentKey: string): string {
  const mac = createHmac('sha256', contentKey).update(`objection link:${kind}:${hash}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}
