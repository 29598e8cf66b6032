import { Secret, TOTP } from 'otpauth';

// Codes as authenticator apps compute them: six digits, another one every half minute (RFC 6238, SHA-1).
const settings = { issuer: 'Accueil', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
const stepsBeside = 1;

/** Returns a new secret of 160 random bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` address from which an authenticator app reads a secret. */
export function totpUriOf(secret: string, email: string): string {
  return new TOTP({ ...settings, secret: Secret.fromBase32(secret), label: email }).toString();
}

/**
 * Returns the half minute that a code belongs to, counted from 1970: the present one, or one beside it, since clocks
 * differ. Undefined for a wrong code.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const beside = totp.validate({ token: code, timestamp, window: stepsBeside });
  return beside === null ? undefined : totp.counter({ timestamp }) + beside;
}
