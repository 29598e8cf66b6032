import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** Everything that depends on the secret key. */
export interface Secrets {
  /** The keyed hash under which a password or token is stored. */
  hash(secret: string): string;
  /** The keyed hash that stands for an address where something is counted. */
  addressHash(address: string): string;
  /** Keys the hashes by which what is sent again is known: who has the database alone can't try out what was sent. */
  readonly contentKey: string;
  /** AES-256-GCM, for what must be read again: webhook secrets. */
  encrypt(text: string): string;
  /** Throws when the text was encrypted with another key or has been changed. */
  decrypt(encrypted: string): string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Secrets under the installation's secret key (any text; 32 random bytes when made by accueil). */
export function secretsOf(secretKey: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `accueil ${purpose}`, 32));
  // Generated secrets have 160 random bits: a plain keyed hash is enough, and takes a microsecond at each request.
  const hashKey = key('password hash').toString('base64url');
  const addressKey = key('address hash').toString('base64url');
  const cipherKey = key('encryption');
  return {
    hash: (secret) => hash('sha256', `${hashKey}:${secret}`, 'base64url'),
    addressHash: (address) => hash('sha256', `${addressKey}:${address}`, 'base64url'),
    contentKey: key('content hash').toString('base64url'),
    encrypt(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted.slice(version.length + 1), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** A new secret of 160 random bits; `prefix` says what it is for: `pw_…`, `tok_…`. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(20).toString('base64url')}`;
}

/** A signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
