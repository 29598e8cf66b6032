import { Secret, TOTP } from 'otpauth';

// As authenticator apps compute codes: six digits, a new one every half minute (RFC 6238, SHA-1).
const settings = { issuer: 'Accueil', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
const maxDrift = 1;

/** Returns a new secret of 160 random bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` address from which an authenticator app reads a secret. */
export function totpUriOf(secret: string, email: string): string {
  return new TOTP({ ...settings, secret: Secret.fromBase32(secret), label: email }).toString();
}

/**
 * Returns the time step (half minutes since 1970) of a code: the present one or, since clocks differ, the one before or
 * after. Undefined for a wrong code.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token: code, timestamp, window: maxDrift });
  return drift === null ? undefined : totp.counter({ timestamp }) + drift;
}
