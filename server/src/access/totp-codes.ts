/** What authenticator apps compute: a code of six digits, another one every half minute (RFC 6238, SHA-1). */
export interface TotpCodes {
  /** A new secret of 160 random bits, in base32. */
  newSecret(): string;
  /** The `otpauth://` address by which an app takes a secret in. */
  uriOf(secret: string, email: string): string;
  /**
   * The half minute whose code this is, counted from 1970: the present one, or one beside it, since clocks differ.
   * Undefined when it is none.
   */
  stepOf(secret: string, code: string, now: Date): number | undefined;
}

const settings = { issuer: 'Accueil', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
const stepsBeside = 1;

let opened: Promise<TotpCodes> | undefined;

/** Loads the library, when the first user has to do with codes. */
export function openTotpCodes(): Promise<TotpCodes> {
  opened ??= load();
  return opened;
}

async function load(): Promise<TotpCodes> {
  const { Secret, TOTP } = await import('otpauth');
  const of = (secret: string, label?: string) =>
    new TOTP({ ...settings, secret: Secret.fromBase32(secret), ...(label !== undefined && { label }) });
  return {
    newSecret: () => new Secret({ size: secretBytes }).base32,
    uriOf: (secret, email) => of(secret, email).toString(),
    stepOf(secret, code, now) {
      const totp = of(secret);
      const timestamp = now.getTime();
      const beside = totp.validate({ token: code, timestamp, window: stepsBeside });
      return beside === null ? undefined : totp.counter({ timestamp }) + beside;
    },
  };
}
