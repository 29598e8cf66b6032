import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Channel } from '../../store/tables.ts';

/** In letters of base64url: of SHA-256, and of its first 128 bits. */
const hashLength = 43;
const proofLength = hashLength + 22;

/** By which channel who objects to messages, as it is stored (objections.ts), and the residence that has written. */
export interface ObjectionLink {
  readonly hash: string;
  readonly channel: Channel;
  /** Null in links of earlier versions. */
  readonly residence: number | null;
}

/**
 * What a link holds by which a person objects to messages: the hash of the objection, 128 bits that prove that it is ours, and
 * by which channel, and the number of the residence. It is stored nowhere.
 */
export function objectionToken(link: ObjectionLink, contentKey: string): string {
  return `${link.hash}${proofOf(link, contentKey)}${link.residence ?? ''}`;
}

/** What the token of a link of ours says; undefined for any other. */
export function objectionIn(token: string, contentKey: string): ObjectionLink | undefined {
  const [hash, proof] = [token.slice(0, hashLength), token.slice(hashLength, proofLength)];
  const number = token.slice(proofLength);
  if (!/^[\w-]+$/.test(token) || token.length < proofLength || !/^(?:[1-9]\d{0,9})?$/.test(number))
    return undefined;
  const residence = number === '' ? null : Number(number);
  return (['email', 'sms'] as const)
    .map((channel) => ({ hash, channel, residence }))
    .find((one) => timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(one, contentKey))));
}

export const objectionLink = (linkUrl: string, token: string) => `${linkUrl}/o/${token}`;

/** As long as the link in a message of this residence. */
export const sampleLink = (linkUrl: string, residence: number | null) =>
  objectionLink(linkUrl, `${'x'.repeat(proofLength)}${residence ?? ''}`);

function proofOf({ hash, channel, residence }: ObjectionLink, contentKey: string): string {
  // Links of earlier versions say « phone » for an SMS, and no residence.
  const said = `objection link:${channel === 'sms' ? 'phone' : channel}:${hash}${residence === null ? '' : `:${residence}`}`;
  return createHmac('sha256', contentKey).update(said).digest().subarray(0, 16).toString('base64url');
}
